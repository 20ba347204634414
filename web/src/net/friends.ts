/** Friends and challenges at the server. */

import type { Begun, Challenges, FollowedPlayer, NewChallenge } from "../generated/messages";
import { request, takeSeat } from "./server";
import { newId } from "../game/channel";

const FRIENDS = "/api/account/friends";

export const friends = {
  all: (): Promise<readonly FollowedPlayer[]> => request("GET", FRIENDS),
  follow: (name: string): Promise<null> =>
    request("POST", `${FRIENDS}/${encodeURIComponent(name)}`),
  unfollow: (name: string): Promise<null> =>
    request("DELETE", `${FRIENDS}/${encodeURIComponent(name)}`),
  challenges: (): Promise<Challenges> => request("GET", "/api/challenges"),
  challenge: (wish: Omit<NewChallenge, "id">): Promise<Begun> =>
    takeSeat("/api/challenges", { ...wish, id: newId() }),
  accept: (game: string): Promise<Begun> => takeSeat(`/api/challenges/${game}/accept`),
  decline: (game: string): Promise<null> => request("POST", `/api/challenges/${game}/decline`),
};
