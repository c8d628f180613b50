/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Lists in a record. */
import { screen } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Query { patients: [Patient!]! patient(id: ID!): Patient  wards: [Ward!]! ward(id: ID!): Ward }
  type Patient { id: ID! name: String! admissions(limit: Int, offset: Int): [Admission!]! }
  type Ward { id: ID! name: String! } type Admission { id: ID! code: String! patient: Patient! ward: Ward! referredBy: Patient }
`;

it('nested lists leave out the column that links back to their record', async () => {
  const patient = { id: 'p1', name: 'Ada Lund' };
  const admission = { id: 'a1', code: 'A-1', patient, ward: { id: 'w1', name: 'Surgery' }, referredBy: patient };
  const server = schemaServer(SDL, { patients: [patient], patient: { ...patient, admissions: [admission] } });
  showData(Object.assign(server, { introspection: introspectionFromSchema(buildSchema(SDL)) }), '/data/patients/p1');
  await screen.findByText('Surgery');
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Code', 'Ward', 'Referred by']);
});
