/** @jest-environment node */
import { introspectionFromSchema } from 'graphql';
import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { fetchWithCredentials } from '../../../src/session/connections/fetchWithCredentials';
import { exampleAddress, exampleSchemaKey } from '../../../src/session/exampleData/exampleAddress';
import { schemaOf } from '../../schema/modelOf';

it('cookies are sent if the connection is set to it', async () => {
  const inner = jest.fn(async () => new Response('{}'));
  const settings = { credentials: 'include', httpEndpoint: 'https://api.test/graphql' } as const;
  const signal = new AbortController().signal;
  await fetchWithCredentials(inner, settings, memoryDocumentStore())('https://api.test/graphql', { method: 'POST', signal });
  expect(inner).toHaveBeenCalledWith('https://api.test/graphql', { method: 'POST', signal, credentials: 'include' });
});

it('nothing is sent to a connection of example data', async () => {
  const inner = jest.fn(async () => new Response('{}'));
  const httpEndpoint = exampleAddress('s', '1');
  const documents = memoryDocumentStore();
  await documents.set(exampleSchemaKey(httpEndpoint), introspectionFromSchema(schemaOf('type Query { name: String! }')));
  const fetch = fetchWithCredentials(inner, { credentials: 'include', httpEndpoint }, documents);
  const response = await fetch(httpEndpoint, { method: 'POST', body: JSON.stringify({ query: '{ name }' }) });
  await expect(response.json()).resolves.toEqual({ data: { name: expect.stringMatching(/\w/) } });
  expect(inner).not.toHaveBeenCalled();
});
