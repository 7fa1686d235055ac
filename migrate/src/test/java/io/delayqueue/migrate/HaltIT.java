package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An importer that dies anywhere loses nothing, and delivers nothing twice. */
class HaltIT {

    @RegisterExtension
    final Shop shop = new Shop();

    private final OldQueue old = OldQueue.of(shop);

    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** What was added has run before the next start: only names recognise it then. */
    @ParameterizedTest
    @ValueSource(strings = {"taken", "added", "let go", "confirmed"})
    void deathInEachWindowShouldLoseAndDoubleNothing(String step) {
        shop.start();
        old.offerNumbered("t", 0, 2_600, System.currentTimeMillis());
        for (int pass = 1; pass <= 2; pass++) {
            AtomicInteger left = new AtomicInteger(pass);
            Migration migration = shop.from(old.source()).build();
            migration.after = name -> {
                if (name.equals(step) && left.decrementAndGet() == 0) {
                    throw new Death();
                }
            };
            assertThatThrownBy(migration::move).isInstanceOfAny(Death.class, MigrationException.class);
            await().until(() -> shop.tasks() == 0);
        }
        shop.from(old.source()).build().move();
        shop.assertEachSeenOnce(Shop.numbered("t", 0, 2_600));
        old.assertClean();
        shop.assertNamesExpire();
    }

    @Test
    void killsShouldLoseAndDoubleNothing() throws IOException {
        shop.start();
        old.offerNumbered("t", 0, 20_000, System.currentTimeMillis());
        for (int kill = 0; kill < 3; kill++) {
            Process importer = shop.killing(
                    OtherJvm.start(MigratingJvm.class, shop.server().port(), shop.queue(), shop.group()));
            long before = shop.seen.size();
            await().until(() -> shop.seen.size() > before + 600);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(50_000_000));
            importer.destroyForcibly().onExit().join();
        }
        shop.from(old.source()).build().move();
        shop.assertEachSeenOnce(Shop.numbered("t", 0, 20_000));
        old.assertClean();
        shop.assertNamesExpire();
    }
}
