// What a program does with the TypeScript types that were generated: run beside them, with the
// server's URL. The compiler checks it as strictly as it can, so it also proves the types.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

declare const process: { argv: string[] };

const client = createClient<paths>({ baseUrl: process.argv[2]! });
const queue = "typescript/orders";
const consumerGroup = "billing";

function equal(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
  }
}

const place = { params: { path: { queue }, query: { consumerGroup, batch: 2 } } };
const unknown = await client.GET("/api/v1/pop/queue/{queue}", place);
equal([unknown.response.status, unknown.data], [204, undefined]);
equal(unknown.response.headers.get("regent-queue"), "unknown");

const items: components["schemas"]["PushItem"][] = [1, 2].map((n) => ({
  queue,
  transactionId: `t${n}`,
  payload: { n },
}));
const pushed = await client.POST("/api/v1/push", { body: { items } });
equal(pushed.data?.map((each) => each.status), ["queued", "queued"]);

const popped = await client.GET("/api/v1/pop/queue/{queue}", place);
const messages = popped.data?.messages ?? [];
equal(messages.map((message) => message.data), [{ n: 1 }, { n: 2 }]);
const lease = popped.data?.leaseId ?? "";
const longer = await client.POST("/api/v1/lease/{lease}/extend", { params: { path: { lease } } });
equal(longer.data?.success, true);
for (const { transactionId, partitionId, leaseId } of messages) {
  const verdict = { transactionId, partitionId, leaseId, consumerGroup };
  const acked = await client.POST("/api/v1/ack", { body: verdict });
  equal(acked.data?.map((each) => [each.success, each.error]), [[true, null]]);
}

const listed = await client.GET("/api/v1/resources/queues", {
  params: { query: { limit: 1, name: "typescript/" } },
});
equal(listed.data?.queues.map((each) => [each.name, each.messages.pending]), [[queue, 0]]);
equal([listed.data?.total, listed.data?.pagination.hasMore], [1, false]);
const groups = await client.GET("/api/v1/consumer-groups");
equal(groups.data?.some((group) => group.name === consumerGroup), true);

const missing = await client.GET("/api/v1/resources/queues/{queue}", {
  params: { path: { queue: "nowhere" } },
});
equal([missing.error?.code, missing.error?.error], ["QUEUE_NOT_FOUND", "there is no queue nowhere"]);

// @ts-expect-error: a payload under a misspelt name does not compile
const misspelt: components["schemas"]["PushItem"] = { queue, paylod: 1 };
const refused = await client.POST("/api/v1/push", { body: { items: [misspelt] } });
equal(refused.error?.error, "items[0].paylod: is no field here; did you mean payload?");
