/** The folders and document of one generator. */
export interface Work {
  /** The OpenAPI document. */
  readonly document: string;
  /** An empty folder below the tools. */
  readonly folder: string;
  /** The folder that holds the tools. */
  readonly tools: string;
}

/** The environment variables that the program of a flow reads. */
export interface FlowEnvironment {
  readonly WAC_BASE_URL: string;
  readonly WAC_API_KEY: string;
  /** Id of the agent whose key it is. */
  readonly WAC_AGENT: string;
  readonly WAC_CHANNEL: string;
  readonly WAC_SCOPE: string;
  readonly WAC_TOKEN: string;
}
