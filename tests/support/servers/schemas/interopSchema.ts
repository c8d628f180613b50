/**
 * The schema of all interop servers: small, with a field for each behaviour of a server. The results can be computed by a test (sizes and
 * hashes of uploads, squares), which can therefore detect wrong values.
 */
import { createHash } from 'node:crypto';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { LARGE_INTEGERS, markInteger } from './realIntegers';
import type { Topics } from './topics';

const typeDefs = /* GraphQL */ `
  scalar Upload
  "An integer of any size, sent as a JSON number."
  scalar BigInteger

  type Query {
    hello(name: String): String!
    square(of: Int!): Int!
    large: [BigInteger!]!
    "Large digits inside a text stay a text."
    digits: String!
    boom: String
    "Refuses with code UNAUTHENTICATED, status 200."
    guarded: String
    "Refuses with code UNAUTHENTICATED and asks for status 401."
    guardedByStatus: String
    "Answers when the test publishes to the topic."
    slow(topic: String!): String
  }

  type Received {
    name: String!
    type: String!
    size: Int!
    sha256: String!
  }

  input Attachment {
    note: String
    file: Upload!
  }

  input Parcel {
    title: String!
    cover: Upload
    attachments: [Attachment!]!
  }

  type Mutation {
    rename(name: String!): String!
    boom: String
    "Answers when the test publishes to the topic."
    slow(topic: String!): String
    receive(file: Upload!): Received!
    receiveMany(files: [Upload!]!): [Received!]!
    receiveTwo(first: Upload!, second: Upload!): [Received!]!
    receiveParcel(parcel: Parcel!): [Received!]!
  }

  type Subscription {
    count(to: Int!): Int!
    "1, then a resolver error, then 3, and stays open."
    patchy: Int
    "Throws instead of subscribing."
    refused: Int!
    "Refuses with code UNAUTHENTICATED instead of subscribing."
    refusedSignIn: Int!
    "Throws instead of subscribing, as often as it is told, then counts to 2."
    refusedAtFirst(times: Int!, topic: String!): Int!
    "Counts as far as it is told, then the iterator throws."
    breaksAfter(events: Int!): Int!
    "What the test publishes."
    feed(topic: String!): Int!
    "Never ends."
    ticks(everyMs: Int!): Int!
    large(count: Int!): BigInteger!
  }
`;

/** What a resolver is given for an uploaded file: a File (Yoga) or the promise of a stream (graphql-upload and its kin). */
type Uploaded = File | UploadedStream | Promise<UploadedStream> | { promise: Promise<UploadedStream> };

interface UploadedStream {
  filename: string;
  mimetype: string;
  /** `truncated`: graphql-upload-minimal (Mercurius) ends a file at the size limit without an error; so it has to be checked. */
  createReadStream(): AsyncIterable<Uint8Array> & { truncated?: boolean };
}

async function receive(upload: Uploaded) {
  const file = await ('promise' in upload ? upload.promise : upload);
  const hash = createHash('sha256');
  if (!('createReadStream' in file)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: file.name, type: file.type, size: bytes.length, sha256: hash.update(bytes).digest('hex') };
  }
  let size = 0;
  const stream = file.createReadStream();
  for await (const chunk of stream) {
    size += chunk.length;
    hash.update(chunk);
  }
  if (stream.truncated) throw new GraphQLError('File truncated as it exceeds the size limit');
  return { name: file.filename, type: file.mimetype, size, sha256: hash.digest('hex') };
}

const unauthenticated = (status?: number) =>
  new GraphQLError('Sign in first', { extensions: { code: 'UNAUTHENTICATED', ...(status ? { http: { status } } : {}) } });

async function* upTo(last: number) {
  for (let n = 1; n <= last; n++) yield n;
}

/** Makes the schema; `topics` is how the test drives `feed` and `slow`. */
export function createInteropSchema(topics: Topics): GraphQLSchema {
  const refusals = new Map<string, number>();
  const plain = (value: unknown) => value;
  const each = (subscribe: (args: never) => AsyncIterable<unknown>) => ({
    subscribe: (_: unknown, args: never) => subscribe(args),
    resolve: plain,
  });
  const slow = (_: unknown, { topic }: { topic: string }) => topics.next(topic).then(String);
  return createSchema({
    typeDefs,
    resolvers: {
      BigInteger: { serialize: markInteger },
      Query: {
        hello: (_: unknown, { name }: { name?: string | null }) => `Hello ${name ?? 'world'}`,
        square: (_: unknown, { of }: { of: number }) => of * of,
        large: () => LARGE_INTEGERS,
        digits: () => LARGE_INTEGERS[0],
        boom: () => {
          throw new Error('boom');
        },
        guarded: () => {
          throw unauthenticated();
        },
        guardedByStatus: () => {
          throw unauthenticated(401);
        },
        slow,
      },
      Mutation: {
        rename: (_: unknown, { name }: { name: string }) => name,
        boom: () => {
          throw new Error('boom');
        },
        slow,
        receive: (_: unknown, { file }: { file: Uploaded }) => receive(file),
        receiveMany: (_: unknown, { files }: { files: Uploaded[] }) => Promise.all(files.map(receive)),
        receiveTwo: (_: unknown, { first, second }: { first: Uploaded; second: Uploaded }) =>
          Promise.all([first, second].map(receive)),
        receiveParcel: (_: unknown, { parcel }: { parcel: { cover?: Uploaded; attachments: { file: Uploaded }[] } }) =>
          Promise.all([...(parcel.cover ? [parcel.cover] : []), ...parcel.attachments.map(({ file }) => file)].map(receive)),
      },
      Subscription: {
        count: each(({ to }: { to: number }) => upTo(to)),
        patchy: {
          async *subscribe() {
            yield* upTo(3);
            await topics.next('patchy never goes on');
          },
          resolve: (n: number) => {
            if (n === 2) throw new GraphQLError('The second is broken');
            return n;
          },
        },
        refused: each(() => {
          throw new GraphQLError('Not today');
        }),
        refusedSignIn: each(() => {
          throw unauthenticated();
        }),
        refusedAtFirst: each(({ times, topic }: { times: number; topic: string }) => {
          const before = refusals.get(topic) ?? 0;
          refusals.set(topic, before + 1);
          if (before < times) throw new GraphQLError(`Refusal ${before + 1} of ${times}`);
          return upTo(2);
        }),
        breaksAfter: each(async function* ({ events }: { events: number }) {
          yield* upTo(events);
          throw new GraphQLError('The source broke');
        }),
        feed: each(({ topic }: { topic: string }) => topics.listen(topic)),
        ticks: each(async function* ({ everyMs }: { everyMs: number }) {
          for (let n = 1; ; n++) {
            yield n;
            await new Promise(resolve => setTimeout(resolve, everyMs));
          }
        }),
        large: each(async function* ({ count }: { count: number }) {
          for (let n = 0; n < count; n++) yield LARGE_INTEGERS[n % 2];
        }),
      },
    },
  });
}
