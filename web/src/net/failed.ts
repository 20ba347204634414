/** The server said no, or nothing: `sentence` says why where it is known. */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly sentence: string,
  ) {
    super(sentence || `status ${status}`);
  }

  /** Nobody answered, or only something between us and the server. */
  get away(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }
}
