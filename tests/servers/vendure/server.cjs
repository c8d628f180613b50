/** Vendure on the PostgreSQL of DATABASE_URL, with a few countries and 80 customers; its Admin API is what is looked at. */
const { bootstrap, DefaultJobQueuePlugin, DefaultLogger, DefaultSearchPlugin, LanguageCode, LogLevel } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const PORT = Number(process.env.PORT);
const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: PORT,
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    introspection: true,
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'captain', password: 'sails-2026' },
    cookieOptions: { secret: 'oriel-cookie-secret' },
  },
  dbConnectionOptions: { type: 'postgres', url: process.env.DATABASE_URL, synchronize: true, logging: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [DefaultJobQueuePlugin, DefaultSearchPlugin],
};
const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [
    { name: 'Latvia', code: 'LV', zone: 'Europe' },
    { name: 'Poland', code: 'PL', zone: 'Europe' },
  ],
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [],
  collections: [],
};

async function main() {
  await populate(() => bootstrap(config), initialData);
  const address = `http://127.0.0.1:${PORT}/admin-api`;
  let token = '';
  const ask = async (query, variables) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    token ||= response.headers.get('vendure-auth-token') ?? '';
    const answer = await response.json();
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  };
  await ask('mutation { login(username: "captain", password: "sails-2026") { __typename } }');
  for (let at = 0; at < 80; at++)
    await ask('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { __typename } }', {
      input: {
        firstName: `Anna ${String(at + 1).padStart(3, '0')}`,
        lastName: 'Ozola',
        emailAddress: `anna${at + 1}@example.com`,
      },
    });
  for (let at = 0; at < 60; at++)
    await ask('mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }', {
      input: {
        enabled: at % 2 === 0,
        translations: [{ languageCode: 'en', name: `Rope ${at + 1}`, slug: `rope-${at + 1}`, description: 'Holds ships.' }],
      },
    });
  console.log(`Ready at ${address}`);
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
