package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcomes;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several threads of two JVMs add, replace, remove, reschedule, pause and requeue tasks with colliding ids at random, while
 * both consume and one of them may be killed. After each round every confirmed task is accounted for once.
 */
@Tag(Chaos.TAG)
class RandomUseIT {

    private static final int ROUNDS = Chaos.scaled(1, 10);

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final Random random = Chaos.random(RandomUseIT.class);

    private final List<String> lost = new ArrayList<>();

    private final List<UseJournal.Entry> early = new ArrayList<>();

    private int tasks;

    private int doubled;

    private int bound;

    @Test
    void everyConfirmedTaskIsAccountedForOnce(@TempDir Path folder) throws IOException {
        for (int number = 1; number <= ROUNDS; number++) {
            boolean kills = number == 1 || random.nextInt(3) > 0;
            long seed = random.nextLong();
            try (RandomRound round = new RandomRound(server, folder.resolve("round" + number), seed)) {
                bound += round.run(kills);
                round.accounts().forEach(this::add);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + Chaos.seed() + ", round " + number + ": " + e.getMessage(), e);
            }
        }
        String counts = tasks + " tasks, run again " + doubled + " of at most " + bound;
        System.out.println("RandomUseIT: seed " + Chaos.seed() + ", " + ROUNDS + " rounds, " + counts);
        Outcomes.add(new Outcome("random use", ROUNDS, tasks, lost.size(), early.size(), doubled, bound));
        assertThat(tasks).as("tasks").isGreaterThan(100 * ROUNDS);
        assertThat(lost).as("lost, seed " + Chaos.seed()).isEmpty();
        assertThat(early).as("early, seed " + Chaos.seed()).isEmpty();
        assertThat(doubled).as("runs beyond the first, seed " + Chaos.seed()).isLessThanOrEqualTo(bound);
    }

    private void add(UseAccount account) {
        tasks += account.added().size();
        doubled += account.doubled();
        early.addAll(account.early());
        account.lost().forEach(task -> lost.add(task + " of " + account));
        account.check();
    }
}
