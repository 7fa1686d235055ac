package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atLeast;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.workload.OptionsTrial.Case;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Many tasks that are due at one instant and have keys, and a rare key beside one with many tasks. */
public final class Keys implements Workload {

    static final String HOT = "hot";

    private static final int HOT_CONCURRENCY = 8;

    private static final TopicOptions ONE = ordered(1);

    private static final TopicOptions MANY = ordered(HOT_CONCURRENCY);

    private static final TopicOptions LIMITED = TopicOptions.builder()
            .limits(new TopicLimits(HOT_CONCURRENCY, null, Set.of()))
            .build();

    @Override
    public String name() {
        return "keys";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        int tasks = scale.of(100_000, 2_000);
        int keys = scale.of(10_000, 200);
        List<Case> cases = List.of(
                of("none", tasks, TopicOptions.DEFAULT, item -> null, Target.NONE),
                // The cost without keys of as few tasks at once as a hot key has.
                of("none, 8 at once", tasks, LIMITED, item -> null, Target.NONE),
                of("each its own", tasks, ONE, Item::id, Target.NONE),
                of(String.format(Locale.ROOT, "%,d", keys), tasks, ONE, item -> "k" + number(item) % keys, Target.NONE),
                of("a hot one has half", tasks, MANY, item -> halfHot(item, keys), atLeast(0.7, "x")),
                // A chain: each task waits for the end of the one before.
                of("only one", scale.of(10_000, 500), ONE, item -> HOT, Target.NONE));
        Stream rare = scale.of(
                new Stream(200, Duration.ofSeconds(3), Duration.ofMillis(100), Duration.ofMillis(200)),
                new Stream(200, Duration.ofMillis(200), Duration.ofMillis(50), Duration.ofMillis(100)));
        return List.of(
                new OptionsTrial(name(), 0, cases),
                new RareTrial("keys, rare beside hot", tasks, rare, MANY, true),
                new RareTrial("keys, rare in one line", tasks, rare, MANY, false));
    }

    private static Case of(
            String keys, int tasks, TopicOptions options, Function<Item, @Nullable String> key, Target target) {
        return new Case("keys, " + keys, tasks, options, key, target);
    }

    private static TopicOptions ordered(int concurrency) {
        return TopicOptions.builder()
                .keyOrder(new KeyOrder(concurrency, OnRetry.BLOCK_KEY))
                .build();
    }

    private static String halfHot(Item item, int keys) {
        long number = number(item);
        return number % 2 == 0 ? HOT : "k" + number / 2 % keys;
    }

    private static long number(Item item) {
        return Items.number(item.payload());
    }
}
