/** A socket under the control of a test. */

export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  readonly sent: string[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.made.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }

  get messages(): readonly { readonly t: string; readonly [field: string]: unknown }[] {
    return this.sent.filter((text) => text.length > 1).map((text) => JSON.parse(text));
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    this.says({ t: "welcome", name: "Guest 1", version: "1", time: Date.now() + 5000 });
  }

  says(message: object | string): void {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  breaks(): void {
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }
}
