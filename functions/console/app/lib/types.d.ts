/** Types of the API for lib/api.js, from what OpenAPI says. */

import type { paths } from "../api";

type Json200 = { responses: { 200: { content: { "application/json": unknown } } } };

/** The routes that a page may read. */
export type Readable = {
  [P in keyof paths]: paths[P] extends { get: Json200 } ? P : never;
}[keyof paths];

/** What such a route answers. */
export type Answer<P extends Readable> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer A } } } };
}
  ? A
  : never;

export interface Login {
  mode: "none" | "paste" | "oidc";
  clientId?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
  logoutUrl?: string | null;
  scopes?: string;
}

export interface Config {
  apiBase: string;
  version: string;
  label: string;
  tone: string;
  databasePauses: boolean;
  maxInFlight: number;
  login: Login;
}

export type Session = Answer<"/api/v1/session">;
export type Summary = Answer<"/api/v1/status/summary">;
export type QueueRow = Answer<"/api/v1/resources/queues">["queues"][number];
type QueueAnswer = Answer<"/api/v1/resources/queues/{queue}">;
/** A queue of which all was asked. An answer has every option: only requests leave some out. */
export type Queue = Omit<QueueAnswer, "options" | "totals" | "groups"> & {
  options: Required<NonNullable<QueueAnswer["options"]>>;
  totals: NonNullable<QueueAnswer["totals"]>;
  groups: NonNullable<QueueAnswer["groups"]>;
};
type Partition = Answer<"/api/v1/resources/partitions">["partitions"][number];
/** With what each group has done there, or with how the group stands that was named. */
export type PartitionRow = Partition & Required<Pick<Partition, "groups">>;
export type StandingRow = Partition & Required<Pick<Partition, "standing">>;
export type Standing = StandingRow["standing"];
export type QueueExplanation = Answer<"/api/v1/resources/queues/{queue}/explain">;
export type Explanation =
  Answer<"/api/v1/resources/queues/{queue}/partitions/{partition}/explain">;
export type MemberGroupRow = Answer<"/api/v1/metadata/consumer-groups">[number];
export type MemberGroup = Answer<"/api/v1/metadata/consumer-groups/{group}">;
type Generations = Answer<"/api/v1/metadata/consumer-groups/{group}/generations">;
export type Generation = Generations["generations"][number];
export type Scheduled = Answer<"/api/v1/log/scheduled">["scheduled"][number];
export type Switches = Answer<"/api/v1/system/maintenance">;
/** What Postgres says, row by row as SQL names it. */
export type Postgres = Answer<"/api/v1/analytics/postgres-stats"> & {
  cacheSummary: { tables: { hitRatio: number }; indexes: { hitRatio: number } };
  bufferConfig: { sharedBuffersSize: string };
  deadTuples: { table: string }[];
  hotUpdates: { table: string }[];
  tableCache: { table: string }[];
  tableSizes: { table: string }[];
};
export type Change = Answer<"/api/v1/audit">["changes"][number];
export type Pipeline = Answer<"/api/v1/traces/by-trace-id/{traceId}">;
export type TraceName = Answer<"/api/v1/traces/names">["trace_names"][number];
export type NamedTrace = Answer<"/api/v1/traces/by-name/{name}">["traces"][number];
export type GroupRow = Answer<"/api/v1/resources/groups">["groups"][number];
export type GroupPlace = Answer<"/api/v1/consumer-groups/{group}">[string];
export type LateRow = Answer<"/api/v1/consumer-groups/lagging">[number];
export type SubscriptionRow = Answer<"/api/v1/subscriptions">["subscriptions"][number];
export type LeaseRow = Answer<"/api/v1/analytics/leases">["leases"][number];
export type LogMessage = Answer<"/api/v1/log/messages">["messages"][number];
export type LogGroup = Answer<"/api/v1/log/groups/{group}">;
export type LogOffset = Answer<"/api/v1/log/groups/{group}/offsets">["offsets"][number];
export type LogType = Answer<"/api/v1/log/types/{type}">;
