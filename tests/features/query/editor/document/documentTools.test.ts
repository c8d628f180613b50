/** Reading documents: the part that is sent, the positions of errors, the format. */

import {
  choiceOf,
  chosenOperation,
  type DocumentOperation,
  formatted,
  operationText,
  placeOfError,
  readDocument,
  requestedShape,
} from '../../../../../src/features/query/editor/document/documentTools';
import { operationTypes } from '../../../../../src/features/query/editor/document/operationTypes';
import { resultDocs } from '../../../../../src/features/query/editor/resultDocs';
import { withoutAddedTypenames } from '../../../../../src/features/query/explorer/requestedShape';
import { modelOf, problemsOf, schemaOf } from '../../../../schema/modelOf';

const read = (text: string, name: string | null = null) => {
  const { document, operations } = readDocument(text);
  if (!document) throw new Error('not read');
  return { document, operation: chosenOperation(operations, name) as DocumentOperation };
};

const TWO = `
# all of them
query Ships($first: Int = 3) { ships(first: $first) { ...Row } }
query Visits { visits { id } }
fragment Row on Ship { id ...Deep }
fragment Deep on Ship { name }
fragment Spare on Ship { imo }
`;

describe('one operation is sent', () => {
  it('with the fragments it needs, directly or through others, and no others', () => {
    const { document, operation } = read(TWO, 'Ships');
    expect(operationText(document, operation)).toBe(
      'query Ships($first: Int = 3) { ships(first: $first) { ...Row } }\n\nfragment Row on Ship { id ...Deep }\n\nfragment Deep on Ship { name }',
    );
  });

  it('alone when it needs none, and is valid then', () => {
    const { document, operation } = read(TWO, 'Visits');
    const text = operationText(document, operation);
    expect(text).toBe('query Visits { visits { id } }');
    expect(problemsOf(schemaOf('type Query { visits: [Visit] } type Visit { id: ID }'), text)).toEqual([]);
  });

  it('that is selected by name, else the first', () => {
    const { operations } = readDocument(TWO);
    expect(chosenOperation(operations, null)?.name).toBe('Ships');
    expect(chosenOperation(operations, 'Visits')?.name).toBe('Visits');
    expect(chosenOperation(operations, 'Gone')?.name).toBe('Ships');
  });

  it('that is selected by its position if its name does not identify it', () => {
    const { operations } = readDocument('{ a } { b } query C { c } query C { d } query E { e }');
    for (const operation of operations) expect(chosenOperation(operations, choiceOf(operations, operation))).toBe(operation);
    expect(operations.map(operation => choiceOf(operations, operation))).toEqual([null, '#2', 'C', '#4', 'E']);
    expect(chosenOperation(operations, '#9')).toBe(operations[0]);
  });

  it('even if fragments spread each other in a cycle', () => {
    const { document, operation } = read('{ a { ...A } } fragment A on T { ...B } fragment B on T { ...A }');
    expect(operationText(document, operation).match(/fragment/g)).toHaveLength(2);
  });
});

describe('the position of an error', () => {
  const text = 'query A { x }\nquery B {\n  ships {\n    wrong: name\n    ...F\n  }\n}\nfragment F on Ship { visits { berth } }';
  const sent = 'query B {\n ships {\n  wrong: name\n  ...F\n  __typename\n }\n}\nfragment F on Ship {\n visits {\n  berth\n }\n}';
  const place = (error: object) => placeOfError({ ...read(text, 'B'), sent }, error);

  it('is found by its path, through aliases, lists and fragments', () => {
    expect(place({ path: ['ships', 3, 'wrong'] })).toEqual({ line: 4, column: 5 });
    expect(place({ path: ['ships', 3, 'visits', 0, 'berth'] })).toEqual({ line: 8, column: 31 });
  });

  it('is found by its location in the sent document, although that has other white space', () => {
    expect(place({ locations: [{ line: 3, column: 10 }] })).toEqual({ line: 4, column: 12 });
    expect(place({ locations: [{ line: 10, column: 3 }] })).toEqual({ line: 8, column: 31 });
  });

  it('is unknown if neither path nor location is given', () => {
    expect(place({})).toBeNull();
    expect(place({ locations: [{ line: 99, column: 1 }] })).toBeNull();
  });

  it('is found in an invalid document, too', () => {
    expect(readDocument('{ a(').error).toMatchObject({ place: { line: 1, column: 5 } });
  });
});

describe('fields that the transport added are removed', () => {
  it('if the user did not request them', () => {
    const { document, operation } = read(
      '{ ships { name kind: __typename } port { __typename ...P } } fragment P on Port { docks { id } }',
    );
    const data = {
      __typename: 'Query',
      ships: [{ __typename: 'Ship', name: 'A', kind: 'Ship' }, null],
      port: { __typename: 'Port', docks: [{ __typename: 'Dock', id: 1, json: { __typename: 'kept' } }] },
    };
    expect(withoutAddedTypenames(data, requestedShape(document, operation))).toEqual({
      ships: [{ name: 'A', kind: 'Ship' }, null],
      port: { __typename: 'Port', docks: [{ id: 1, json: { __typename: 'kept' } }] },
    });
  });
});

describe('fragments that spread the next one twice', () => {
  const chain = (spread: (next: string) => string): string => {
    const made = Array.from({ length: 60 }, (_, at) => `fragment f${at} on Query { ${spread(`...f${at + 1}`)} }`);
    return `{ ...f0 } ${made.join(' ')} fragment f60 on Query { q { id } }`;
  };
  const model = modelOf('type Query { a: Query b: Query q: Query id: ID }');

  it.each([
    ['beside each other', chain(next => `${next} ${next}`)],
    ['below two fields', chain(next => `a { ${next} } b { ${next} }`)],
  ])('%s are read in linear time', (_, text) => {
    const { document, operation } = read(text);
    expect(requestedShape(document, operation).fields.size).toBeGreaterThan(0);
    expect(operationTypes(model, document, operation.node).text.length).toBeGreaterThan(10);
    expect(placeOfError({ document, operation, sent: text }, { path: ['a', 'b', 'none'] })).not.toBe(0);
    expect(resultDocs(model, document, operation)(['none'])).toBeNull();
  });
});

describe('formatting', () => {
  it('formats a document', () => {
    expect(formatted('query A($a:Int){b(a:$a){c}}')).toBe('query A($a: Int) {\n  b(a: $a) {\n    c\n  }\n}\n');
  });
  it('keeps comments, and indents them within arguments', () => {
    expect(formatted('{ # all\na { b }}')).toBe('{ # all\n  a {\n    b\n  }\n}\n');
    expect(formatted('{\na(x: 1 # why\n)\n}')).toBe('{\n  a(x: 1 # why\n  )\n}');
  });
  it('does not change an invalid document', () => {
    expect(formatted('{ a(')).toBe('{ a(');
  });
});
