/** A pool of few strings: cases in which two things have the same name find what unique names never do. */
export const familiar: readonly string[] = ['a', 'b', 'c', 'x1', 'id-1'];

/** Strings that programs trip over, by what they are mistaken for. */
export const hostile: readonly string[] = [
  ...['', ' ', ' a ', '\t', 'a\nb', 'a\r\nb', '\u0000'],
  ...[
    '0',
    '-1',
    '007',
    '1e3',
    '1,5',
    'NaN',
    'Infinity',
    '9007199254740993',
    'true',
    'false',
    'yes',
    'null',
    'undefined',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '{}', '[]', '[object Object]'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is to be tried.
  ...['"', "'", '\\', '`', '${a}', '{{a}}', '%s', '%00', '$&'],
  ...["'; DROP TABLE users; --", '<script>alert(1)</script>', '&amp;', '../../etc/passwd', '; rm -rf /', '=1+1'],
  ...['é', 'e\u0301', 'İ', 'ß', '日本', '🙂', '👩‍👩‍👧', '\u202eabc', '\u200b', '\ufeff', '\ud800', '\udc00a'],
  ...['2024-02-29', '2024-02-29T23:59:59Z', 'a@example.com', 'https://example.com/?a=b&c=d#e'],
  'a'.repeat(200),
];

/** Longer than a reader's patience, a column, or a header. Seldom: a value costs what it is long. */
export const endless: readonly string[] = ['a'.repeat(5_000), '日'.repeat(1_500)];
