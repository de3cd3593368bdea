import js from '@eslint/js'
import tseslint from 'typescript-eslint'

export default tseslint.config({ ignores: ['data/**', 'dist/**', 'node_modules/**'] }, js.configs.recommended, {
  files: ['**/*.ts', 'build/*.js'],
  extends: [tseslint.configs.recommended],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    'no-console': 'error',
    // The compiler knows every name, also in JavaScript.
    'no-undef': 'off',
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
    '@typescript-eslint/await-thenable': 'error',
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
})
