/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Lists in a record. */
import { fireEvent, screen, within } from '@testing-library/react';
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

describe('an empty list offers a new record', () => {
  const show = (input: string, mutations = ''): void => {
    const sdl = `${SDL} input AdmissionNew { code: String! ${input} }
      type Mutation { createAdmission(input: AdmissionNew!): Admission ${mutations} }`;
    const patient = { id: 'p1', name: 'Ada Lund' };
    const server = schemaServer(sdl, { patients: [patient], patient: { ...patient, admissions: [] } });
    showData(Object.assign(server, { introspection: introspectionFromSchema(buildSchema(sdl)) }), '/data/patients/p1');
  };

  it('whose link to the record is filled in', async () => {
    show('patientId: ID!');
    fireEvent.click(await screen.findByRole('button', { name: 'Add Admission' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Admission' }));
    expect((dialog.getByRole('textbox', { name: 'Patient ID' }) as HTMLInputElement).value).toBe('p1');
  });

  it('in a form that stays open when the rows arrive', async () => {
    show('patientId: ID!');
    const offer = await screen.findByRole('button', { name: 'Add Admission' });
    await screen.findByText('No Admissions');
    expect(document.contains(offer)).toBe(true);
  });

  it('by the action that adds one to the record, but not by one that needs an existing one', async () => {
    show(
      '',
      'attachAdmission(patientId: ID!, code: String!): Admission approveAdmission(patientId: ID!, admissionId: ID!): Admission',
    );
    const list = within(await screen.findByRole('region', { name: /^Admissions/ }));
    const offer = (await list.findByRole('link', { name: 'Attach admission' })) as HTMLAnchorElement;
    expect(offer.getAttribute('href')).toBe('/actions/attachAdmission?patientId=p1');
    expect(list.queryByRole('link', { name: 'Approve admission' })).toBeNull();
  });

  it('only if a field links it to the record', async () => {
    show('');
    await screen.findByText('No Admissions');
    expect(screen.queryByRole('link', { name: 'Create admission' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add Admission' })).toBeNull();
  });
});
