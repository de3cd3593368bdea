-- Whether something is taken away from a file before it is served (rule 15.7); NULL until that is known: of files stored before, until one is read.
ALTER TABLE document_file ADD COLUMN has_active_content boolean;
UPDATE document_file SET has_active_content = false WHERE kind <> 'pdf';
