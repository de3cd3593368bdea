-- Whether something is taken away from a PDF before it is served (rule 15.7). NULL until that is known: of files stored before, and of imported ones,
-- until they are read.
ALTER TABLE document_file ADD COLUMN has_active_content boolean;
