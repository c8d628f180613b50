/** @jest-environment node */
import { parse, print } from 'graphql';
import { commentedLayout } from '../../../../../src/features/query/editor/document/commentedLayout';

const laid = (text: string): string | null => commentedLayout(text, parse(text));

it('formats a single line with the comment after it', () => {
  expect(laid('query A{hello,ships(first:1 ,kind:TANKER){id name}} # c')).toBe(
    'query A {\n  hello\n  ships(first: 1, kind: TANKER) {\n    id\n    name\n  }\n} # c\n',
  );
});

it('keeps comments before, after and between definitions and fields, and an empty line before a comment', () => {
  const text = `# first
query A($id:ID!,$n:[Int!]=[1 2],$f:F={a:1 b:{c:"x"}}) @live { # asked
      ship(id:$id f:{list:[$n] o:{}}) { ...F   ... on Ship @include(if:true) { i:id } ... { name }

  # the last
   tonnes } # done
}
# of all
fragment F on Ship{on id}`;
  expect(laid(text)).toBe(`# first
query A($id: ID!, $n: [Int!] = [1, 2], $f: F = {a: 1, b: {c: "x"}}) @live { # asked
  ship(id: $id, f: {list: [$n], o: {}}) {
    ...F
    ... on Ship @include(if: true) {
      i: id
    }
    ... {
      name
    }

    # the last
    tonnes
  } # done
}

# of all
fragment F on Ship {
  on
  id
}
`);
});

it('separates definitions behind a comment at the end of a line', () => {
  expect(laid('{a} # one\nfragment F on Ship{id}\n# of the next\nquery B{b}')).toBe(
    '{\n  a\n} # one\n\nfragment F on Ship {\n  id\n}\n\n# of the next\nquery B {\n  b\n}\n',
  );
});

it('is idempotent, and equals the printer’s output except for comments', () => {
  const text =
    '# a\nquery Q { a(x: """b\n  c""", y: -1.5e3, z: null) b: c @skip(if: $s) @x { d } ...F }\n\nfragment F on T { e }';
  const once = laid(text) ?? '';
  expect(laid(once)).toBe(once);
  expect(print(parse(once))).toBe(print(parse(text)));
});

it('refuses comments inside arguments, and type definitions', () => {
  expect(laid('{ a(x: 1 # why\n y: 2) }')).toBeNull();
  expect(laid('type A { b: Int } # c')).toBeNull();
});
