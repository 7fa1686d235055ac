package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.Outcomes;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rounds of random use, in most of which the second JVM is killed, and what they count. */
final class RandomRounds {

    private final String scenario;

    private final RedisServer server;

    private final Path folder;

    private final String[] classPaths;

    private final Random random;

    private final List<String> lost = new ArrayList<>();

    private final List<UseJournal.Entry> early = new ArrayList<>();

    private int killed;

    private int tasks;

    private int doubled;

    private int bound;

    private long latestMillis;

    /**
     * Creates the rounds.
     *
     * @param scenario their name
     * @param folder takes the journals
     * @param classPaths where the classes of the first JVM are, then those of the second, which may be killed
     */
    RandomRounds(String scenario, RedisServer server, Path folder, String... classPaths) {
        this.scenario = scenario;
        this.server = server;
        this.folder = folder;
        this.classPaths = classPaths;
        this.random = new Random(Chaos.seed() ^ scenario.hashCode());
    }

    /** Runs them, and fails unless each confirmed task of each is accounted for once. */
    void run(int rounds) throws IOException {
        for (int number = 1; number <= rounds; number++) {
            boolean kills = number == 1 || random.nextInt(3) > 0;
            long seed = random.nextLong();
            try (RandomRound round = new RandomRound(server, folder.resolve("round" + number), seed, classPaths)) {
                killed += kills ? 1 : 0;
                bound += round.run(kills);
                round.accounts().forEach(this::add);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + Chaos.seed() + ", round " + number + ": " + e.getMessage(), e);
            }
        }
        String counts = tasks + " tasks, run again " + doubled + " of at most " + bound;
        System.out.println(scenario + ": seed " + Chaos.seed() + ", " + rounds + " rounds, " + counts);
        Outcomes.add(new Outcome(
                scenario, Disturbance.KILL, killed, tasks, lost.size(), early.size(), doubled, bound, latestMillis));
        assertThat(tasks).as("tasks").isGreaterThan(100 * rounds);
        assertThat(lost).as("lost, seed " + Chaos.seed()).isEmpty();
        assertThat(early).as("early, seed " + Chaos.seed()).isEmpty();
        assertThat(doubled).as("runs beyond the first, seed " + Chaos.seed()).isLessThanOrEqualTo(bound);
    }

    private void add(UseAccount account) {
        tasks += account.added().size();
        doubled += account.doubled();
        latestMillis = Math.max(latestMillis, account.latestMillis());
        early.addAll(account.early());
        account.lost().forEach(task -> lost.add(task + " of " + account));
        account.check();
    }
}
