/** GraphQL Yoga as it comes: queries and mutations by HTTP, subscriptions by event stream over POST, and no websocket. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const PORT = Number(process.env.PORT);
const tasks = Array.from({ length: 80 }, (_, at) => ({
  id: String(at + 1),
  title: `Task ${String(at + 1).padStart(3, '0')}`,
  points: at + 1,
  isDone: at % 2 === 0,
}));

async function* ticks(everyMs) {
  for (let number = 1; ; number++) {
    yield { ticks: { number, at: new Date().toISOString() } };
    await new Promise(resolve => setTimeout(resolve, everyMs));
  }
}

const schema = createSchema({
  typeDefs: `
    enum Direction { ASC DESC }
    enum TaskField { TITLE POINTS }
    input TaskOrder { field: TaskField! direction: Direction! }
    input TaskWhere { title_contains: String points_gt: Int isDone: Boolean }
    type Task { id: ID! title: String! points: Int! isDone: Boolean! }
    type TaskPage { items: [Task!]! total: Int! }
    type Tick { number: Int! at: String! }
    type Query {
      tasks(skip: Int = 0, take: Int = 20, where: TaskWhere, orderBy: TaskOrder): TaskPage!
      task(id: ID!): Task
    }
    type Mutation {
      createTask(title: String!, points: Int = 1, isDone: Boolean = false): Task!
      updateTask(id: ID!, title: String, points: Int, isDone: Boolean): Task
      deleteTask(id: ID!): Boolean!
    }
    type Subscription { ticks(everyMs: Int! = 200): Tick! }
  `,
  resolvers: {
    Query: {
      tasks(_root, { skip, take, where, orderBy }) {
        const found = tasks.filter(
          task =>
            (where?.title_contains == null || task.title.includes(where.title_contains)) &&
            (where?.points_gt == null || task.points > where.points_gt) &&
            (where?.isDone == null || task.isDone === where.isDone),
        );
        if (orderBy) {
          const key = orderBy.field.toLowerCase();
          const sign = orderBy.direction === 'ASC' ? 1 : -1;
          found.sort((a, b) => (a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0));
        }
        return { items: found.slice(skip, skip + take), total: found.length };
      },
      task: (_root, { id }) => tasks.find(task => task.id === id),
    },
    Mutation: {
      createTask(_root, input) {
        const task = { ...input, id: String(tasks.length + 1000) };
        tasks.push(task);
        return task;
      },
      updateTask(_root, { id, ...changes }) {
        const task = tasks.find(each => each.id === id);
        for (const [name, value] of Object.entries(changes)) if (task && value != null) task[name] = value;
        return task;
      },
      deleteTask(_root, { id }) {
        const at = tasks.findIndex(task => task.id === id);
        return at >= 0 && tasks.splice(at, 1).length === 1;
      },
    },
    Subscription: { ticks: { subscribe: (_root, { everyMs }) => ticks(everyMs) } },
  },
});
const yoga = createYoga({ schema, logging: false });
const server = createServer((request, response) => void yoga(request, response));
server.listen(PORT, '127.0.0.1', () => console.log(`Ready at http://127.0.0.1:${PORT}/graphql`));
