const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreService('api::port.port');
