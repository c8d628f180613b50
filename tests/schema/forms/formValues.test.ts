import { formModel, isCompleteForm } from '../../../src/schema/forms/formModel';
import { type Drafts, fromVariables, toVariables } from '../../../src/schema/forms/formValues';
import { emptyDrafts, openDrafts } from '../../../src/schema/forms/newDrafts';
import { placeErrors } from '../../../src/schema/forms/placeErrors';
import { fieldOf } from '../../../src/schema/model/schemaModel';
import fc from '../../support/fastCheck';
import { processorTime } from '../../support/processorTime';
import { fillForm } from '../fillForm';
import { modelOf } from '../modelOf';

const model = modelOf(`
  scalar DateTime scalar JSON scalar Upload scalar BigInt scalar Mystery
  enum Kind { TANKER "small" FERRY @deprecated(reason: "no more") }
  input Position { lat: Float!  lon: Float! }
  input ShipInput { name: String!  kind: Kind = TANKER  tonnage: BigInt  position: Position  tags: [String!]  parent: ShipInput  eta: DateTime  notes: String }
  input CreateShip { ship: ShipInput! }
  input Payment @oneOf { card: String  cash: Int  ship: ShipInput }
  input Endless { again: Endless! }
  type Query {
    add(input: ShipInput!, count: Int = 3, dryRun: Boolean!, files: [Upload!]!, meta: JSON): Int
    pay(by: Payment!, again: [Payment!]): Int
    lists(matrix: [[Int!]!]!, maybe: [Int]): Int
    never(input: Endless!): Int
    mystery(value: Mystery!): Int
    plain(eta: DateTime!, shipId: ID!): Int
    wrap(input: CreateShip!): Int
  }
`);
const defaults = modelOf(`
  scalar BigInt
  enum Kind { TANKER FERRY }
  input Other { a: Int }
  input NewShip {
    kind: Kind! = TANKER  count: Int! = 3  big: BigInt! = "9007199254740993"  tags: [String!]! = ["a"]  note: String! = "x"
    optional: Int = 5  others: [Other!]! = [{}]
  }
  type Query { add(input: NewShip!, top: Int! = 3): Int }
`);
const form = (name: string) => formModel(model, fieldOf(model, 'Query', name)?.args.values() ?? []);

describe('the model of a form', () => {
  it('has a field for each argument, with its control, its default, and whether it is required', () => {
    expect(form('add')).toMatchObject([
      { name: 'input', label: 'Input', required: true, nullable: false, control: { kind: 'group', typeName: 'ShipInput' } },
      { name: 'count', required: false, nullable: true, defaultValue: 3, control: { kind: 'scalar', scalar: { kind: 'int' } } },
      { name: 'dryRun', label: 'Dry run', required: true, control: { kind: 'scalar', scalar: { kind: 'boolean' } } },
      {
        name: 'files',
        required: true,
        control: { kind: 'list', item: { name: '', required: true, control: { scalar: { kind: 'upload' } } } },
      },
      { name: 'meta', required: false, defaultValue: undefined, control: { scalar: { kind: 'json' } } },
    ]);
  });

  it('has the choices of an enum with their descriptions, and its default', () => {
    const [input] = form('add');
    const kind = input?.control.kind === 'group' ? input.control.fields.find(field => field.name === 'kind') : undefined;
    expect(kind).toMatchObject({
      defaultValue: 'TANKER',
      control: {
        options: [
          { value: 'TANKER', label: 'Tanker', description: null, deprecationReason: null },
          { value: 'FERRY', label: 'Ferry', description: 'small', deprecationReason: 'no more' },
        ],
      },
    });
  });

  it('expands a recursive input lazily', () => {
    let [field] = form('add');
    for (let depth = 0; depth < 100; depth++) {
      field = field?.control.kind === 'group' ? field.control.fields.find(entry => entry.name === 'parent') : undefined;
      expect(field?.control).toMatchObject({ kind: 'group', typeName: 'ShipInput' });
    }
  });

  it('recognizes forms that can never be completed', () => {
    expect(isCompleteForm(form('never'))).toBe(false);
    for (const name of ['add', 'pay', 'lists', 'mystery']) expect(isCompleteForm(form(name))).toBe(true);
  });
});

describe('drafts become variables', () => {
  it('missing values are omitted, null is sent, and an empty text is sent as a text', () => {
    const { variables, problems } = toVariables(form('add'), {
      input: { name: '', kind: null, tonnage: '', position: undefined, notes: '' },
      dryRun: false,
      files: [],
      meta: null,
      count: undefined,
    });
    expect(problems).toEqual([]);
    expect(variables).toEqual({ input: { name: '', kind: null, notes: '' }, dryRun: false, files: [], meta: null });
    expect(Object.keys(variables)).toEqual(['input', 'dryRun', 'files', 'meta']);
  });

  it('a required input field with a default is sent with that default, because some servers would use null', () => {
    const { args } = fieldOf(defaults, 'Query', 'add') as NonNullable<ReturnType<typeof fieldOf>>;
    const fields = formModel(defaults, args.values());
    const all = { kind: 'TANKER', count: 3, big: '9007199254740993', tags: ['a'], note: 'x' };
    expect(toVariables(fields, { input: {} }).variables).toEqual({ input: all });
    expect(toVariables(fields, {}).variables).toEqual({ input: all });
    // A value of the user is used instead, even an empty text.
    expect(toVariables(fields, { input: { kind: 'FERRY', count: '', note: '' } }).variables).toEqual({
      input: { ...all, kind: 'FERRY', note: '' },
    });
  });

  it('every value is converted to the form of its type', () => {
    const file = new Blob(['a']);
    const { variables, problems } = toVariables(form('add'), {
      input: {
        name: 'N',
        kind: 'FERRY',
        tonnage: '9007199254740993',
        position: { lat: '59.9', lon: '10.7' },
        tags: ['a', 'b'],
        parent: { name: 'P' },
        eta: '2024-02-29T10:00Z',
      },
      count: '5',
      dryRun: true,
      files: [file],
      meta: '{"a": 1}',
    });
    expect(problems).toEqual([]);
    expect(variables).toEqual({
      input: {
        name: 'N',
        kind: 'FERRY',
        tonnage: '9007199254740993',
        position: { lat: 59.9, lon: 10.7 },
        tags: ['a', 'b'],
        parent: { name: 'P' },
        eta: '2024-02-29T10:00:00Z',
      },
      count: 5,
      dryRun: true,
      files: [file],
      meta: { a: 1 },
    });
    expect((variables.files as unknown[])[0]).toBe(file);
  });

  it('each problem is reported at its field', () => {
    const { problems } = toVariables(form('add'), {
      input: {
        name: undefined,
        kind: 'SUBMARINE',
        tonnage: 'x',
        position: { lat: '59.9' },
        tags: ['a', null, undefined],
        eta: 'tomorrow',
      },
      count: '3000000000',
      files: ['a.txt'],
      meta: '{',
    });
    expect(problems).toEqual([
      { path: ['input', 'name'], code: 'required' },
      { path: ['input', 'kind'], code: 'notAnOption', value: 'SUBMARINE' },
      { path: ['input', 'tonnage'], code: 'notInt' },
      { path: ['input', 'position', 'lon'], code: 'required' },
      { path: ['input', 'tags', 1], code: 'required' },
      { path: ['input', 'tags', 2], code: 'required' },
      { path: ['input', 'eta'], code: 'notDateTime' },
      { path: ['count'], code: 'outOfRange', min: '-2147483648', max: '2147483647' },
      { path: ['dryRun'], code: 'required' },
      { path: ['files', 0], code: 'notFile' },
      { path: ['meta'], code: 'notJson', text: '{' },
    ]);
  });

  it('a oneOf has exactly one field', () => {
    expect(toVariables(form('pay'), { by: { card: '1' } })).toEqual({ variables: { by: { card: '1' } }, problems: [] });
    expect(toVariables(form('pay'), { by: { card: '1', cash: '2' } }).problems).toEqual([
      { path: ['by'], code: 'notExactlyOne', given: 2 },
    ]);
    expect(toVariables(form('pay'), { by: {} }).problems).toEqual([{ path: ['by'], code: 'notExactlyOne', given: 0 }]);
    expect(toVariables(form('pay'), { by: { cash: '' } }).problems).toEqual([{ path: ['by', 'cash'], code: 'required' }]);
    expect(toVariables(form('pay'), { by: { ship: { name: 'N' } }, again: [{ cash: '2' }] }).variables).toEqual({
      by: { ship: { name: 'N' } },
      again: [{ cash: 2 }],
    });
  });

  it('lists can contain lists, and null if their type allows it', () => {
    expect(toVariables(form('lists'), { matrix: [['1', '2'], []], maybe: ['1', null] })).toEqual({
      variables: { matrix: [[1, 2], []], maybe: [1, null] },
      problems: [],
    });
  });

  it('an input that requires itself is reported as a problem', () => {
    expect(toVariables(form('never'), {}).problems).toEqual([expect.objectContaining({ code: 'required' })]);
  });

  it('a new form contains an empty list for each required list, and nothing else', () => {
    expect(emptyDrafts(form('add'))).toEqual({ files: [] });
  });

  it('a new form for a mutation with one optional input object contains that object', () => {
    const [whole] = form('add');
    if (whole === undefined) throw new Error('No field');
    const control = { kind: 'group' as const, typeName: 'In', fields: form('add') };
    const only = { ...whole, name: 'input', required: false, control };
    expect(openDrafts([only])).toEqual({ input: { files: [] } });
    expect(openDrafts([{ ...only, required: true }])).toEqual({});
    expect(openDrafts([only, { ...only, name: 'other' }])).toEqual({});
  });

  it('never throws, whatever a draft contains', () => {
    for (const name of ['add', 'pay', 'lists', 'mystery']) {
      fc.assert(
        fc.property(
          fc.dictionary(fc.constantFrom('input', 'by', 'matrix', 'files', 'value', 'count', '__proto__'), fc.anything()),
          drafts => void toVariables(form(name), drafts as Drafts),
        ),
      );
    }
  });
});

it('variables are converted to drafts and back without change', () => {
  for (const name of ['add', 'pay', 'lists', 'mystery', 'plain']) {
    for (const deep of [0, 1, 2]) {
      const once = toVariables(form(name), fillForm(form(name), deep));
      expect(once.problems).toEqual([]);
      expect(toVariables(form(name), fromVariables(form(name), once.variables))).toEqual(once);
    }
  }
  expect(fromVariables(form('add'), { input: 'no object', unknown: 1, meta: null, count: 5 })).toEqual({
    input: undefined,
    meta: null,
    count: '5',
  });
});

describe('errors of a server are assigned to their fields', () => {
  const at = (name: string, error: { message: string; extensions?: Record<string, unknown> }) => {
    const { problems, rest } = placeErrors(form(name), [error]);
    return rest.length > 0
      ? 'top'
      : problems.map(problem => `${problem.path.join('.')}: ${problem.code === 'server' ? problem.message : ''}`);
  };
  it('the message of a service behind the API is shown instead of that of the API', () => {
    const error = { message: 'Could not invoke operation PUT /visits/{id}', extensions: { responseBody: { message: 'Closed' } } };
    expect(placeErrors(form('add'), [error])).toEqual({ problems: [], rest: [{ message: 'Closed' }] });
  });

  it.each<[string, string, { message: string; extensions?: Record<string, unknown> }, string[] | 'top']>([
    [
      'a path in extensions',
      'add',
      { message: 'Too late', extensions: { argumentPath: ['input', 'eta'] } },
      ['input.eta: Too late'],
    ],
    [
      'the message of a service behind the API (OpenAPI-to-GraphQL)',
      'add',
      {
        message: 'Could not invoke operation POST /visits',
        extensions: { statusCode: 422, responseBody: { message: 'Too late', field: 'eta' } },
      },
      ['input.eta: Too late'],
    ],
    [
      'the message of a service behind the API (RESTDataSource)',
      'add',
      {
        message: '422: Unprocessable Entity',
        extensions: { response: { status: 422, body: { message: 'eta is too late' } } },
      },
      ['input.eta: eta is too late'],
    ],
    [
      'a list beside the refused values (Sequelize)',
      'add',
      {
        message: 'Validation error',
        extensions: {
          exception: {
            fields: { eta: '2026-01-01' },
            errors: [{ message: 'eta must be unique', path: 'eta', value: '2026-01-01' }],
          },
        },
      },
      ['input.eta: eta must be unique'],
    ],
    [
      'a list under two names',
      'add',
      { message: 'Failed', extensions: { errors: { eta: 'Too late' }, validationErrors: { eta: 'Too late' } } },
      ['input.eta: Too late'],
    ],
    ['a path as text', 'add', { message: 'Too late', extensions: { field: 'input.eta' } }, ['input.eta: Too late']],
    ['a path with an index', 'add', { message: 'No', extensions: { path: 'input[tags][1]' } }, ['input.tags.1: No']],
    ['a path that leaves out the input', 'add', { message: 'Too late', extensions: { field: 'eta' } }, ['input.eta: Too late']],
    [
      'a path with an unknown start',
      'add',
      { message: 'Too late', extensions: { path: ['variables', 'input', 'eta'] } },
      ['input.eta: Too late'],
    ],
    ['another spelling', 'plain', { message: 'Unknown', extensions: { argumentName: 'ship_id' } }, ['shipId: Unknown']],
    [
      'a message of graphql-js about a variable',
      'add',
      {
        message: 'Variable "$input" got invalid value "x" at "input.position.lat"; Float cannot represent non numeric value: "x"',
      },
      [
        'input.position.lat: Variable "$input" got invalid value "x" at "input.position.lat"; Float cannot represent non numeric value: "x"',
      ],
    ],
    [
      'a message of graphql-js about a missing field',
      'add',
      { message: 'Variable "$input" got invalid value {}; Field "name" of required type "String!" was not provided.' },
      ['input.name: Variable "$input" got invalid value {}; Field "name" of required type "String!" was not provided.'],
    ],
    [
      'an argument by its name',
      'plain',
      { message: 'Argument "eta" has invalid value' },
      ['eta: Argument "eta" has invalid value'],
    ],
    [
      'Laravel',
      'add',
      {
        message: 'Validation failed',
        extensions: { validation: { 'input.name': ['Too short.', 'Taken.'], 'input.eta': ['Past.'] } },
      },
      ['input.name: Too short. Taken.', 'input.eta: Past.'],
    ],
    [
      'zod',
      'add',
      { message: 'Invalid', extensions: { issues: [{ path: ['input', 'tags', 0], message: 'Empty' }] } },
      ['input.tags.0: Empty'],
    ],
    [
      'NestJS',
      'add',
      { message: 'Bad Request', extensions: { originalError: { errors: [{ property: 'name', message: 'Short' }] } } },
      ['input.name: Short'],
    ],
    [
      'a list of errors',
      'add',
      {
        message: '2 errors occurred',
        extensions: {
          errors: [
            { path: ['name'], message: 'Short' },
            { path: ['eta'], message: 'Past' },
          ],
        },
      },
      ['input.name: Short', 'input.eta: Past'],
    ],
    [
      'Strapi',
      'add',
      {
        message: '2 errors occurred',
        extensions: { error: { name: 'ValidationError', details: { errors: [{ path: ['name'], message: 'Short' }] } } },
      },
      ['input.name: Short'],
    ],
    [
      'messages of class-validator (NestJS)',
      'add',
      {
        message: 'Bad Request Exception',
        extensions: {
          originalError: {
            message: ['name must be longer than 2', 'each value in tags must be a string', 'input.eta must be a date'],
            error: 'Bad Request',
          },
        },
      },
      [
        'input.name: name must be longer than 2',
        'input.tags: each value in tags must be a string',
        'input.eta: input.eta must be a date',
      ],
    ],
    [
      'a path with the name of a class for the only object',
      'wrap',
      {
        message: 'Bad Request Exception',
        extensions: { originalError: { message: ['input.input.name must be longer than 2', 'input.other.thing must be set'] } },
      },
      ['input.ship.name: input.input.name must be longer than 2', 'input: input.other.thing must be set'],
    ],
    [
      'class-validator',
      'add',
      {
        message: 'Argument Validation Error',
        extensions: { exception: { validationErrors: [{ property: 'name', constraints: { isLength: 'Too short' } }] } },
      },
      ['input.name: Too short'],
    ],
    [
      'class-validator, inside nested objects and lists',
      'add',
      {
        message: 'Argument Validation Error',
        extensions: {
          validationErrors: [
            {
              property: 'parent',
              children: [
                { property: 'name', children: [], constraints: { isLength: 'Too short' } },
                { property: 'parent', children: [{ property: 'eta', constraints: { isDate: 'No date' } }] },
              ],
            },
            { property: 'tags', children: [{ property: '1', constraints: { isIn: 'Unknown' } }] },
          ],
        },
      },
      ['input.parent.name: Too short', 'input.parent.parent.eta: No date', 'input.tags.1: Unknown'],
    ],
    [
      'a message for users beside the general one (Linear)',
      'add',
      {
        message: 'Argument Validation Error',
        extensions: { code: 'INPUT_ERROR', userError: true, userPresentableMessage: 'name should not be empty.' },
      },
      ['input.name: name should not be empty.'],
    ],
    [
      'a path that leaves out the input, to a nested field with the name of an outer one',
      'add',
      { message: 'Too short', extensions: { field: 'parent.name' } },
      ['input.parent.name: Too short'],
    ],
    [
      'a REST service behind the API (openapi-to-graphql, Mesh, RESTDataSource)',
      'add',
      {
        message: 'Could not invoke operation POST /ships',
        extensions: { statusCode: 422, responseBody: { message: 'Invalid', errors: [{ field: 'name', message: 'Short' }] } },
      },
      ['input.name: Short'],
    ],
    [
      'extensions.validationErrors',
      'add',
      { message: 'Bad', extensions: { validationErrors: [{ field: 'name', message: 'Short' }] } },
      ['input.name: Short'],
    ],
    [
      'a unique violation',
      'add',
      { message: 'duplicate key value', extensions: { exception: { detail: 'Key (lower(name::text))=(a) already exists.' } } },
      ['input.name: duplicate key value'],
    ],
    [
      'a unique violation (Prisma)',
      'add',
      { message: 'Unique constraint failed on the fields: (`name`)' },
      ['input.name: Unique constraint failed on the fields: (`name`)'],
    ],
    [
      'a column that must not be null (PostgreSQL)',
      'add',
      { message: 'null value in column "name" of relation "ship" violates not-null constraint' },
      ['input.name: null value in column "name" of relation "ship" violates not-null constraint'],
    ],
    [
      'a constraint named after its table and column (PostgreSQL)',
      'add',
      { message: 'duplicate key value violates unique constraint "old_ship_name_key"' },
      ['input.name: duplicate key value violates unique constraint "old_ship_name_key"'],
    ],
    [
      'a constraint on two columns',
      'add',
      { message: 'duplicate key value violates unique constraint "ship_name_eta_key"' },
      ['input.eta: duplicate key value violates unique constraint "ship_name_eta_key"'],
    ],
    [
      'a column of a table (SQLite)',
      'add',
      { message: 'UNIQUE constraint failed: ships.name' },
      ['input.name: UNIQUE constraint failed: ships.name'],
    ],
    [
      'a key of a table (MySQL)',
      'add',
      { message: "Duplicate entry 'a' for key 'ships.ships_name_unique'" },
      ["input.name: Duplicate entry 'a' for key 'ships.ships_name_unique'"],
    ],
    [
      'a path of a document (Mongoose)',
      'add',
      { message: 'Ship validation failed: name: Path `name` is required.' },
      ['input.name: Ship validation failed: name: Path `name` is required.'],
    ],
    [
      'a path to the input and a constraint that names the column (Hasura)',
      'add',
      {
        message: 'Uniqueness violation. duplicate key value violates unique constraint "ships_name_key"',
        extensions: { path: '$.selectionSet.insert_ships_one.args.input', code: 'constraint-violation' },
      },
      ['input.name: Uniqueness violation. duplicate key value violates unique constraint "ships_name_key"'],
    ],
    [
      'a path to one of several inputs and a column',
      'pay',
      {
        message: 'Not-NULL violation. null value in column "cash" of relation "payments" violates not-null constraint',
        extensions: { path: '$.selectionSet.insert_payments.args.again[1]', code: 'constraint-violation' },
      },
      ['again.1.cash: Not-NULL violation. null value in column "cash" of relation "payments" violates not-null constraint'],
    ],
    [
      'a path to several inputs and a column',
      'pay',
      { message: 'null value in column "cash"', extensions: { path: '$.args.again' } },
      ['again: null value in column "cash"'],
    ],
    [
      'a list of argument names (Apollo)',
      'add',
      { message: 'Form arguments are invalid', extensions: { invalidArgs: ['name', 'input.eta', 'nothing'] } },
      ['input.name: Form arguments are invalid', 'input.eta: Form arguments are invalid'],
    ],
    [
      'a column of an object inside the input (PostGraphile)',
      'wrap',
      { message: 'duplicate key value violates unique constraint "ships_name_key"' },
      ['input.ship.name: duplicate key value violates unique constraint "ships_name_key"'],
    ],
    ['a column of a nested object', 'wrap', { message: 'null value in column "lat" of relation "places"' }, 'top'],
    ['a path to the input alone', 'add', { message: 'No', extensions: { path: '$.args.input' } }, ['input: No']],
    ['a constraint of a key', 'add', { message: 'violates foreign key constraint "berth_ship_id_fkey" on table "berth"' }, 'top'],
    [
      'lines that begin with the type and the field (Keystone)',
      'add',
      { message: 'You provided invalid data for this operation.\n  - Ship.name: Too short\n  - Ship.eta: Past' },
      ['input.name: Too short', 'input.eta: Past'],
    ],
    [
      'paths before each of several texts (Bean Validation)',
      'add',
      {
        message: 'add.input.name: size must be between 1 and 5, inclusive, add.input.position.lat: must be less than 90',
        extensions: { classification: 'BAD_REQUEST' },
      },
      ['input.name: size must be between 1 and 5, inclusive', 'input.position.lat: must be less than 90'],
    ],
    [
      'names before the texts of several lines (API Platform)',
      'add',
      { message: 'name: Too short: "a"\ntags[1]: No word' },
      ['input.name: Too short: "a"', 'input.tags.1: No word'],
    ],
    ['a word with a colon that is no field', 'add', { message: 'nautical: not on this map, name: Kiel' }, 'top'],
    ['its name in words at the start (Rails)', 'add', { message: "Name can't be blank" }, ["input.name: Name can't be blank"]],
    [
      'its name in words at the end',
      'add',
      { message: 'Validation failed: Dry run must be accepted' },
      ['dryRun: Validation failed: Dry run must be accepted'],
    ],
    [
      'its name as a sentence (Laravel)',
      'add',
      { message: 'The eta field is required.' },
      ['input.eta: The eta field is required.'],
    ],
    ['a sentence about something else', 'add', { message: 'Name of the port is unknown' }, 'top'],
    ['nothing that names a field', 'add', { message: 'Database is down', extensions: { code: 'INTERNAL' } }, 'top'],
    ['a path in the response', 'plain', { message: 'No', extensions: { path: ['plain'] } }, 'top'],
  ])('%s', (_, name, error, expected) => {
    expect(at(name, error)).toEqual(expected);
  });

  it('of several texts with a path, the one without a field is shown above the form', () => {
    expect(placeErrors(form('add'), [{ message: 'add.input.name: Too short, pilot.flag: Unknown' }])).toEqual({
      problems: [{ path: ['input', 'name'], code: 'server', message: 'Too short' }],
      rest: [{ message: 'pilot.flag: Unknown' }],
    });
  });

  it('details without a field replace a message such as "3 errors occurred"', () => {
    const errors = [
      {
        message: '2 errors occurred',
        extensions: { errors: [{ message: 'The port is closed' }, { path: ['nowhere'], message: 'Odd' }] },
      },
    ];
    const named = { message: 'The berth is taken', extensions: { invalidArgs: ['berth'] } };
    expect(placeErrors(form('add'), [named])).toEqual({ problems: [], rest: [named] });
    expect(placeErrors(form('add'), errors)).toEqual({
      problems: [],
      rest: [{ message: 'The port is closed' }, { message: 'Odd' }],
    });
  });

  it('never throws, whatever the extensions contain', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(fc.constantFrom('path', 'field', 'errors', 'issues', 'validation', 'exception'), fc.anything()),
        (message, extensions) => void placeErrors(form('add'), [{ message, extensions }]),
      ),
    );
    const path = Array(100_000).fill(0);
    expect(placeErrors(form('add'), [{ message: 'No', extensions: { path } }]).rest).toEqual([
      { message: 'No', extensions: { path } },
    ]);
  });

  it('finds a column in the only item of a list that was sent (pg_graphql, Dgraph)', () => {
    const model = modelOf(`type Query { a: Int } input ShipInsert { name: String length: Float }
      type Mutation { insertShips(objects: [ShipInsert!]!): Int }`);
    const fields = formModel(model, model.mutationType?.fields.get('insertShips')?.args.values() ?? []);
    const error = { message: 'new row for relation "ship" violates check constraint "ship_length_check"' };
    const placed = (count: number) => placeErrors(fields, [error], { objects: Array(count).fill({ name: 'A' }) });
    expect(placed(1).problems.map(({ path }) => path)).toEqual([['objects', 0, 'length']]);
    expect(placed(2)).toEqual({ problems: [], rest: [error] });
    const dgraph = { message: 'failed to rewrite mutation payload because id A already exists for field name inside type Ship' };
    expect(placeErrors(fields, [dgraph], { objects: [{ name: 'A' }] }).problems.map(({ path }) => path)).toEqual([
      ['objects', 0, 'name'],
    ]);
  });
});

it('a message that only sums up the others is not repeated above the form', () => {
  const fields = formModel(modelOf('type Query { a(weight: Int, name: String): Int }'), [
    ...(modelOf('type Query { a(weight: Int, name: String): Int }').queryType.fields.get('a')?.args.values() ?? []),
  ]);
  const weight = { message: 'weight must be at least 1', extensions: { argumentPath: ['weight'] } };
  const all = { message: 'Company validation failed: weight: weight must be at least 1' };
  expect(placeErrors(fields, [all, weight]).rest).toEqual([]);
  const other = { message: 'The season has ended.' };
  expect(placeErrors(fields, [all, weight, other]).rest).toEqual([all, other]);
});

it.each(['Validation failed', 'Argument Validation Error', 'Bad Request Exception', 'The given data was invalid.'])(
  '"%s" is not shown beside the problems of the fields',
  message => {
    const model = modelOf('type Query { a: Int } type Mutation { add(name: String!): Int }');
    const fields = formModel(model, model.mutationType?.fields.get('add')?.args.values() ?? []);
    const problem = { message: 'Too short', extensions: { argumentPath: ['name'] } };
    expect(placeErrors(fields, [{ message }, problem]).rest).toEqual([]);
    expect(placeErrors(fields, [{ message }]).rest).toEqual([{ message }]);
  },
);

it('a message for users that names no field is shown above the form', () => {
  const error = { message: 'Unexpected', extensions: { userMessage: 'Out of office hours.' } };
  expect(placeErrors(form('add'), [error]).rest).toMatchObject([{ message: 'Out of office hours.' }]);
});

it('a message that only repeats those of the fields is not shown beside them at the first one', () => {
  const name = { message: 'Too short: "ab"', extensions: { argumentPath: ['name'] } };
  const eta = { message: 'Too late for it', extensions: { argumentPath: ['eta'] } };
  const all = { message: 'Ship validation failed: name: Too short: "ab", eta: Too late for it', extensions: { field: 'name' } };
  const texts = placeErrors(form('add'), [all, name, eta]).problems.map(problem => 'message' in problem && problem.message);
  expect(texts).toEqual([name.message, eta.message]);
  expect(placeErrors(form('add'), [all, eta]).problems).toHaveLength(2);
});

it('very many details of one error are placed in less than a second', async () => {
  const texts = (list: number): string[] => Array.from({ length: 100 }, (_, at) => `The text ${list}-${at} is too long`);
  const errors = Array.from({ length: 100 }, (_, list) => ({ errors: texts(list) }));
  const place = () => expect(placeErrors(form('add'), [{ message: 'Refused', extensions: { errors } }]).rest).toHaveLength(1000);
  expect(await processorTime(place)).toBeLessThan(1000);
});
