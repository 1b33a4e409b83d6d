/** The seats of each team, from each seat's team (0: none); nothing where no seat is in one. */
export function teamsOf(team: readonly number[]): number[][] | null {
  const teams: number[][] = [];
  team.forEach((chosen, seat) => {
    if (chosen > 0) (teams[chosen - 1] ??= []).push(seat);
  });
  const named = teams.filter((seats) => seats !== undefined);
  return named.length > 0 ? named : null;
}
