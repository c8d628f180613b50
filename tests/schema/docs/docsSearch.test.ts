/** Searches in GitHub's schema, each with the entry that must be the first result. */
import { introspectionFromSchema } from 'graphql';
import { searchDocs } from '../../../src/schema/docs/docsSearch';
import { readIntrospection } from '../../../src/schema/model/introspection';
import { githubSchema } from '../../support/servers/schemas/githubSchema';
import { modelOf, schemaOf } from '../modelOf';

const github = readIntrospection(introspectionFromSchema(schemaOf(githubSchema())));
const addressOf = ({ holder, name }: { holder: readonly string[]; name: string }) => [...holder, name].join('.');
const first = (text: string) => searchDocs(github, text, 10).map(addressOf);

it.each([
  ['repository', 'Repository'],
  ['repositry', 'Repository'],
  ['pull request', 'PullRequest'],
  ['PRstate', 'PullRequestState'],
  ['pullreqstate', 'PullRequestState'],
  ['issue', 'Issue'],
  ['isue', 'Issue'],
  ['addComment', 'Mutation.addComment'],
  ['Repository.issues', 'Repository.issues'],
  ['ProjectV2Item', 'ProjectV2Item'],
  ['discusion', 'Discussion'],
  ['wrkflowrun', 'WorkflowRun'],
  ['mergePR', 'Mutation.mergePullRequest'],
  ['comit', 'Commit'],
  ['create issue', 'Mutation.createIssue'],
  ['organisation', 'Organization'],
  ['branch protection', 'BranchProtectionRule'],
  ['PRR', 'PullRequestReview'],
  ['PullRequst', 'PullRequest'],
  ['Deploymet', 'Deployment'],
  ['Lable', 'Label'],
  ['Raction', 'Reaction'],
  ['lisence', 'License'],
  ['closeIssu', 'Mutation.closeIssue'],
  ['createPull', 'Mutation.createPullRequest'],
  ['adLabels', 'Mutation.addLabelsToLabelable'],
  ['closePR', 'Mutation.closePullRequest'],
  ['reopenPR', 'Mutation.reopenPullRequest'],
  ['usr', 'User'],
  ['viewr', 'Query.viewer'],
  ['cmmt', 'Commit'],
])('%s finds %s first', (text, wanted) => {
  expect(first(text)[0]).toBe(wanted);
});

it('finds nothing for an unknown word', () => {
  expect(first('qqqqzzzz')).toEqual([]);
  expect(first('')).toEqual([]);
});

it('stays fast with long texts and names', () => {
  const text = 'a'.repeat(5000);
  expect(first(text)).toEqual([]);
});

test('only the start of a very long name is searched', () => {
  const long = `Ship${'ab_'.repeat(30_000)}Zebra`;
  const model = modelOf(`type Query { ship: ${long} } type ${long} { id: ID }`);
  expect(searchDocs(model, 'shipab', 5).map(hit => hit.name)).toEqual([long]);
  expect(searchDocs(model, 'zebra', 5)).toEqual([]);
});
