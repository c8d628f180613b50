/** Changes whose names, keys or namespaces differ from those of their records. The schemas are written after habits of public APIs. */

import { type Collection, findCollections } from '../../../src/schema/collections/collections';
import { recordLookup } from '../../../src/schema/collections/records';
import { pageDocument } from '../../../src/schema/documents/documents';
import { recordDocument } from '../../../src/schema/documents/recordDocument';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { modelOf } from '../modelOf';

/** The mutation, the keys and the certainty of a change. */
const brief = (change: Change | undefined) =>
  change && [change.action.id, ...change.keys.map(key => `${key.column} → ${key.target.join('.')}`), change.sure];

describe('the target', () => {
  it('is every member of a union that the name says', () => {
    const model = modelOf(`
      type Query { bridges: [Bridge!]! } union Bridge = Mail | Chat
      type Mail { id: ID! sender: String } type Chat { id: ID! room: String } type Gone { id: ID }
      type Mutation { updateMailBridge(id: ID!, sender: String): Mail destroyBridge(id: ID!): Gone updateBridge(id: ID!, room: String): Bridge }`);
    expect(brief(changesOf(model, 'Chat').delete)).toEqual(['destroyBridge', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'Mail').delete)).toEqual(['destroyBridge', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'Chat').update)).toEqual(['updateBridge', 'id → id', 'certain']);
  });

  it('is the only type whose name the mutation extends by words in between', () => {
    const sdl = `
      type Query { a: Int } type AdyenProvider { id: ID! code: String name: String }
      type Mutation { updateAdyenPaymentProvider(id: ID!, code: String, name: String): AdyenProvider }`;
    expect(brief(changesOf(modelOf(sdl), 'AdyenProvider').update)).toEqual(['updateAdyenPaymentProvider', 'id → id', 'certain']);
    // With several such mutations each one changes only some of the records.
    const several = sdl.replace(
      'type Mutation {',
      'type Mutation { updateAdyenCardProvider(id: ID!, code: String): AdyenProvider ',
    );
    expect(changesOf(modelOf(several), 'AdyenProvider').update).toBeUndefined();
  });

  it('of a deletion is that of the update with the same subject', () => {
    const sdl = `
      type Query { contacts: [Contact!]! } type Contact { id: ID! name: String phone: String } type Answer { partnerContact: Contact }
      type Mutation {
        updatePartnerContact(contactId: ID!, name: String, phone: String): Answer
        deletePartnerContact(contactId: ID!): Answer
        deleteFavoriteContact(contactId: ID!): Contact
      }`;
    expect(brief(changesOf(modelOf(sdl), 'Contact').delete)).toEqual(['deletePartnerContact', 'id → contactId', 'certain']);
    expect(changesOf(modelOf(sdl.replace(/updatePartnerContact.*\n/, '\n')), 'Contact').delete?.action.id).toBeUndefined();
  });

  it('of a deletion without a result is that of the update beside it in a namespace', () => {
    const model = modelOf(`
      type Query { views(first: Int): [SavedView!]! } type SavedView { id: ID! name: String }
      type Mutation { views: ViewMutations! } type ViewMutations { updateView(id: ID!, name: String): SavedView! deleteView(id: ID!): Boolean! }`);
    expect(brief(changesOf(model, 'SavedView').delete)).toEqual(['views.deleteView', 'id → id', 'certain']);
  });

  it('can be named by the namespace and the subject together', () => {
    const model = modelOf(`
      type Query { containers: [DockerContainer!]! } type DockerContainer { id: ID! names: [String!] }
      type Mutation { docker: DockerMutations! } type DockerMutations { start(id: ID!): DockerContainer! removeContainer(id: ID!): Boolean! }`);
    expect(brief(changesOf(model, 'DockerContainer').delete)).toEqual(['docker.removeContainer', 'id → id', 'certain']);
  });

  it('is what all mutations of a namespace return, unless the namespace is a field of it', () => {
    const sdl = (space: string) => `
      type Query { regions: [RegionItem!]! } type RegionItem { id: ID! key: String! name: String description: String emails: [String!] }
      type Mutation { ${space}: SpaceMutations! }
      type SpaceMutations {
        create(key: String!, name: String, description: String): RegionItem!
        update(id: ID!, name: String, description: String): RegionItem!
      }`;
    const { create, update } = changesOf(modelOf(sdl('places')), 'RegionItem');
    expect([brief(create), brief(update)]).toEqual([
      ['places.create', 'certain'],
      ['places.update', 'id → id', 'certain'],
    ]);
    expect(changesOf(modelOf(sdl('emails')), 'RegionItem')).toEqual({});
  });

  it('is what the namespace of the query type lists', () => {
    const model = modelOf(`
      type Query { remarks: RemarkQuery! files: FileQuery! }
      type RemarkQuery { list(path: String!): [RemarkPost!]! single(id: Int!): RemarkPost } type RemarkPost { id: Int! content: String }
      type FileQuery { list: [FileItem!]! } type FileItem { id: Int! filename: String }
      type Mutation { remarks: RemarkMutation files: FileMutation } type Answer { ok: Boolean! }
      type RemarkMutation { create(content: String!): Answer update(id: Int!, content: String!): Answer delete(id: Int!): Answer }
      type FileMutation { renameFile(id: Int!, filename: String!): Answer deleteFile(id: Int!): Answer }`);
    expect(brief(changesOf(model, 'RemarkPost').update)).toEqual(['remarks.update', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'RemarkPost').delete)).toEqual(['remarks.delete', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'FileItem').update)).toEqual(['files.renameFile', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'FileItem').delete)).toEqual(['files.deleteFile', 'id → id', 'certain']);
  });

  it('is the record, if its list has a type of fewer values', () => {
    const model = modelOf(`
      type Query { app(id: String!): ServerApp apps: [ServerAppListItem!]! }
      type ServerApp { id: String! name: String secret: String } type ServerAppListItem { id: String! name: String }
      type Mutation { appUpdate(id: String!, name: String): Boolean! appDelete(id: String!): Boolean! }`);
    expect(brief(changesOf(model, 'ServerApp').update)).toEqual(['appUpdate', 'id → id', 'certain']);
    expect(brief(changesOf(model, 'ServerApp').delete)).toEqual(['appDelete', 'id → id', 'certain']);
  });
});

it('a result with a status, a message and an id is no record', () => {
  const model = modelOf(`
    type Query { tenantFindByCriteria(page: Int): TenantPage! userFindById(id: ID!): UserResponseDto! } type TenantPage { items: [TenantResponseDto!]! total: Int! }
    type TenantResponseDto { id: ID! name: String } type UserResponseDto { id: ID! name: String }
    type MutationResponseDto { success: Boolean! message: String id: ID }
    type Mutation {
      tenantUpdate(id: ID!, name: String): MutationResponseDto! tenantDelete(id: ID!): MutationResponseDto!
      createUser(name: String!): MutationResponseDto! updateUser(id: ID!, name: String): MutationResponseDto!
    }`);
  expect(brief(changesOf(model, 'TenantResponseDto').update)).toEqual(['tenantUpdate', 'id → id', 'certain']);
  expect(brief(changesOf(model, 'TenantResponseDto').delete)).toEqual(['tenantDelete', 'id → id', 'certain']);
  expect(brief(changesOf(model, 'UserResponseDto').update)).toEqual(['updateUser', 'id → id', 'certain']);
  expect(brief(changesOf(model, 'UserResponseDto').create)).toEqual(['createUser', 'certain']);
  expect(changesOf(model, 'MutationResponseDto')).toEqual({});
});

describe('the key', () => {
  it('is a value that both update and deletion take', () => {
    const sdl = `
      type Query { resources: [Resource!]! } type Resource { id: ID! resourceURI: String! name: String }
      type Mutation { updateResource(resourceURI: String!, name: String): Resource deleteResource(resourceURI: String!): Boolean }`;
    const { update, delete: deletion } = changesOf(modelOf(sdl), 'Resource');
    expect(brief(update)).toEqual(['updateResource', 'resourceURI → resourceURI', 'certain']);
    expect(brief(deletion)).toEqual(['deleteResource', 'resourceURI → resourceURI', 'certain']);
    // Several resources can have the same value, if only the deletion takes it.
    const alone = sdl.replace(/updateResource\(.*\): Resource /, '');
    expect(changesOf(modelOf(alone), 'Resource').delete?.sure).not.toBe('certain');
  });

  it('can be a name within parent records, at most two levels away', () => {
    const model = modelOf(`
      type Query { jobs: [Job!]! } type Job { id: ID! name: String! image: String team: Team! place: Place! }
      type Team { id: ID! slug: String! } type Place { id: ID! environment: Environment! } type Environment { id: ID! name: String! }
      type Mutation {
        updateJob(name: String!, teamSlug: String!, environmentName: String!, image: String): Job
        deleteJob(name: String!, teamSlug: String!, environmentName: String!): Boolean
      }`);
    const keys = ['name → name', 'team.slug → teamSlug', 'place.environment.name → environmentName'];
    expect(brief(changesOf(model, 'Job').update)).toEqual(['updateJob', ...keys, 'certain']);
    expect(brief(changesOf(model, 'Job').delete)).toEqual(['deleteJob', ...keys, 'certain']);
  });

  it('of a parent is not guessed if several related records have one', () => {
    const sdl = `
      type Query { queues: [Queue!]! } type Queue { id: ID! cluster: Cluster } type Cluster { id: ID! organization: Org } type Org { id: ID! }
      type Mutation { deleteQueue(id: ID!, organizationId: ID!): Boolean }`;
    expect(brief(changesOf(modelOf(sdl), 'Queue').delete)).toEqual([
      'deleteQueue',
      'id → id',
      'cluster.organization.id → organizationId',
      'certain',
    ]);
    const several = sdl.replace('cluster: Cluster', 'cluster: Cluster owner: Cluster');
    expect(brief(changesOf(modelOf(several), 'Queue').delete)).toEqual(['deleteQueue', 'id → id', 'likely']);
  });

  it('can be in an object of the record', () => {
    const model = modelOf(`
      type Query { pods: [Pod!]! projects: [Project!]! }
      type Pod { metadata: Metadata! replicas: Int } type Metadata { uid: ID! name: String! namespace: String! }
      type Project { base: ProjectBase! active: Boolean } type ProjectBase { id: ID! title: String }
      type Mutation {
        updatePod(namespace: String!, name: String!, replicas: Int): Pod deletePod(namespace: String!, name: String!): Boolean
        updateProject(id: ID!, active: Boolean): Project deleteProject(projectId: ID!): Boolean
      }`);
    const names = ['metadata.namespace → namespace', 'metadata.name → name'];
    expect(brief(changesOf(model, 'Pod').update)).toEqual(['updatePod', ...names, 'certain']);
    expect(brief(changesOf(model, 'Pod').delete)).toEqual(['deletePod', ...names, 'certain']);
    expect(brief(changesOf(model, 'Project').update)).toEqual(['updateProject', 'base.id → id', 'certain']);
    expect(brief(changesOf(model, 'Project').delete)).toEqual(['deleteProject', 'base.id → projectId', 'certain']);
  });

  it('is the internal id beside a globally unique one', () => {
    const model = modelOf(`
      type Query { artist(id: String!): Artist artists: [Artist!]! node(id: ID!): Node } interface Node { id: ID! }
      type Artist implements Node { "A globally unique ID." id: ID! internalID: ID! name: String }
      type Mutation { updateArtist(id: String!, name: String): Artist deleteArtist(artistID: ID!): Artist }`);
    expect(recordLookup(model, 'Artist')).toMatchObject({ path: ['artist'], keys: [{ column: 'internalID', target: ['id'] }] });
    expect(brief(changesOf(model, 'Artist').update)).toEqual(['updateArtist', 'internalID → id', 'certain']);
    expect(brief(changesOf(model, 'Artist').delete)).toEqual(['deleteArtist', 'internalID → artistID', 'certain']);
    expect(pageDocument(model, findCollections(model)[0] as Collection, {}).query).toContain('internalID');
  });

  it('is in the object with the values, if other values are beside it', () => {
    const model = modelOf(`
      scalar Upload type Query { teams: [Team!]! } type Team { id: Int! name: String avatar: String }
      input EditTeam { teamId: Int! name: String! } type Mutation { editTeam(payload: EditTeam!, avatar: Upload): Team! }`);
    expect(brief(changesOf(model, 'Team').update)).toEqual(['editTeam', 'id → payload.teamId', 'certain']);
  });

  it('is a name in the object with the values, if only the key of a parent is beside it', () => {
    const model = modelOf(`
      type Query { probes(projectID: ID!): [Probe!]! getProbe(probeName: ID!, projectID: ID!): Probe } type Probe { projectID: ID! name: String! kind: String }
      input ProbeRequest { name: ID! kind: String } type Mutation { updateProbe(request: ProbeRequest!, projectID: ID!): Boolean }`);
    expect(brief(changesOf(model, 'Probe').update)).toEqual([
      'updateProbe',
      'name → request.name',
      'projectID → projectID',
      'certain',
    ]);
  });

  it('is the name that the query takes with the name of the type', () => {
    const model = modelOf(`
      type Query { probes: [Probe!]! getProbe(probeName: ID!): Probe } type Probe { name: String! kind: String }
      type Mutation { updateProbe(name: ID!, kind: String): Boolean deleteProbe(probeName: ID!): Boolean }`);
    expect(recordLookup(model, 'Probe')?.keys).toEqual([{ column: 'name', target: ['probeName'] }]);
    expect(recordDocument(model, { typeName: 'Probe', keys: { name: 'a' } }).variables).toEqual({ probeName: 'a' });
    expect(brief(changesOf(model, 'Probe').delete)).toEqual(['deleteProbe', 'name → probeName', 'certain']);
    expect(brief(changesOf(model, 'Probe').update)).toEqual(['updateProbe', 'name → name', 'certain']);
  });
});

it.each([
  [
    'links a record to the listed ones',
    'Label',
    `type Query { labels: [Label!]! posts: [Post!]! } type Post { id: ID! } type Label { id: ID! name: String } type Answer { label: Label }
     type Mutation { setLabels(postId: ID!, labelIds: [ID!]!): Answer }`,
  ],
  [
    'takes a number for a list of objects',
    'PluginOrder',
    `type Query { pluginOrders: [PluginOrder!]! } type PluginOrder { id: ID! order: [Place!]! } type Place { name: String }
     type Mutation { setPluginOrder(id: ID!, order: Int!): PluginOrder }`,
  ],
])('no update is certain that %s', (_, typeName, sdl) => {
  const { update, bulkUpdate } = changesOf(modelOf(sdl), typeName);
  expect([update?.sure, bulkUpdate?.sure]).not.toContain('certain');
});

describe('the verb', () => {
  it('stands before what says how records are addressed, even after a noun that can be a verb', () => {
    const changes = changesOf(
      modelOf(`type Query { postById(_id: ID!): Post } type Post { _id: ID! title: String } type Answer { record: Post }
        input Values { title: String }
        type Mutation { postCreateOne(record: Values!): Answer postUpdateById(_id: ID!, record: Values!): Answer
          postRemoveById(_id: ID!): Answer }`),
      'Post',
    );
    expect([changes.create, changes.update, changes.delete].map(brief)).toEqual([
      ['postCreateOne', 'certain'],
      ['postUpdateById', '_id → _id', 'certain'],
      ['postRemoveById', '_id → _id', 'certain'],
    ]);
    const jobs = changesOf(
      modelOf(`type Query { importJobById(_id: ID!): ImportJob } type ImportJob { _id: ID! title: String } input Values { title: String }
        type Mutation { importJobUpdateById(_id: ID!, record: Values!): ImportJob importJobRemoveById(_id: ID!): ImportJob }`),
      'ImportJob',
    );
    expect([jobs.update?.action.id, jobs.delete?.action.id]).toEqual(['importJobUpdateById', 'importJobRemoveById']);
  });

  const model = modelOf(`
    type Query { ticket(id: ID!): Ticket order(id: ID!): Order visit(id: ID!): Visit trip(id: ID!): Trip patient(mrn: ID!): Patient }
    type Ticket { id: ID! subject: String! state: String } type Order { id: ID! note: String } type Visit { id: ID! startsAt: String }
    type Trip { id: ID! goal: String } type Patient { mrn: ID! name: String! }
    input TicketInput { subject: String! } input VisitInput { startsAt: String! } input PatientInput { name: String }
    type Mutation {
      openTicket(input: TicketInput!): Ticket! submitOrder(orderId: ID!, note: String): Order! placeOrder(cartId: ID!): Order!
      scheduleVisit(input: VisitInput!): Visit! startTrip(id: ID!, goal: String): Trip!
      admitPatient(input: PatientInput!): Patient! amendPatient(mrn: ID!, input: PatientInput!): Patient!
    }`);

  it('of a creation can be a word that is as often a step of an existing record, if it takes no key', () => {
    expect(brief(changesOf(model, 'Ticket').create)).toEqual(['openTicket', 'certain']);
    expect(brief(changesOf(model, 'Visit').create)).toEqual(['scheduleVisit', 'certain']);
    expect(brief(changesOf(model, 'Patient').create)).toEqual(['admitPatient', 'certain']);
    expect(changesOf(model, 'Order').create).toBeUndefined();
    expect(changesOf(model, 'Trip').create).toBeUndefined();
  });

  it('of an update can be a word for corrections', () => {
    expect(brief(changesOf(model, 'Patient').update)).toEqual(['amendPatient', 'mrn → mrn', 'certain']);
  });
});

describe('a key that is named with the beginning of the type', () => {
  const changes = (types: string, type = 'Doctor') => {
    const { update, delete: removal } = changesOf(
      modelOf(`type Query { all: [${type}!]! } ${types} input In { did: ID! name: String }
        type Mutation { editDoctor(doctor: In!): ${type} deleteDoctor(did: ID!): ${type} }`),
      type,
    );
    return [update, removal].map(change => change?.keys.map(({ column, target }) => `${column} > ${target.join('.')}`) ?? null);
  };

  it('is the key of an update and a deletion', () => {
    expect(changes('type Doctor { did: ID! name: String }')).toEqual([['did > doctor.did'], ['did > did']]);
  });

  it.each([
    ['may be missing', 'type Doctor { did: ID name: String }'],
    ['is no key', 'type Doctor { did: Boolean! name: String }'],
    ['is one of two', 'type Doctor { did: ID! docId: ID! name: String }'],
    ['refers to another type', 'type Doctor { did: ID! name: String } type D { name: String }'],
  ])('is none if it %s', (_, types) => {
    expect(changes(types)).toEqual([null, null]);
  });
});
