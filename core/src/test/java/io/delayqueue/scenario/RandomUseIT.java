package io.delayqueue.scenario;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
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

    private static final String CLASSES = System.getProperty("java.class.path");

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    @Test
    void everyConfirmedTaskIsAccountedForOnce(@TempDir Path folder) throws IOException {
        new RandomRounds("random use", server, folder, CLASSES, CLASSES).run(ROUNDS);
    }
}
