package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Cancels some of many pending tasks, and adds them again, so that each round has the same number. */
final class CancelTrial implements Trial {

    private static final String TOPIC = "cancel";

    private static final int THREADS = 8;

    private static final int HUNDRED = 100;

    private static final int MAX_OF_REDISSON = 200_000;

    private final int pending;

    private final int most;

    private final Duration atMost;

    private final Metric rate;

    private final Metric rateInHundreds;

    /** Cancelled tasks of each contender. */
    private final Map<String, List<Item>> chosen = new HashMap<>();

    private final Random random = new Random(3);

    /**
     * Creates a trial.
     *
     * @param pending the number of pending tasks
     * @param most the number of cancelled tasks
     * @param atMost the maximum time; a slower contender is measured by its completed cancellations
     */
    CancelTrial(int pending, int most, Duration atMost, Target target) {
        this.pending = pending;
        this.most = most;
        this.atMost = atMost;
        this.rate = new Metric(name(), "throughput", "tasks/s", HIGHER, target);
        this.rateInHundreds = new Metric(name(), "in hundreds", "tasks/s", HIGHER, Target.NONE);
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "cancel, among %,d", pending);
    }

    Metric rate() {
        return rate;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate, rateInHundreds);
    }

    /** Redisson searches all tasks in their order, which takes seconds among a million. */
    @Override
    public boolean isFor(Contender contender) {
        return pending <= MAX_OF_REDISSON || !contender.name().equals("Redisson");
    }

    /** Chooses tasks of all positions, because some contenders search from an end. */
    @Override
    public void prepare(Contender contender, TrialContext context) throws Exception {
        FarFuture tasks = new FarFuture(TOPIC, Duration.ofHours(1), Duration.ofDays(30));
        List<Item> own = new ArrayList<>();
        int[] made = new int[1];
        try (OpenQueue queue = contender.open(context.server().address())) {
            Adding.all(queue, pending, () -> {
                Item item = tasks.get();
                if (made[0]++ % (pending / most) == 0 && own.size() < most) {
                    own.add(item);
                }
                return item;
            });
        }
        chosen.put(contender.name(), own);
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        try (OpenQueue queue = contender.open(context.server().address())) {
            double singly = cancel(queue, contender, 1);
            context.results().record(rate, contender.name(), singly);
            if (THREADS * HUNDRED / singly > atMost.toMillis() / 1_000d) {
                context.results().failed(rateInHundreds, contender.name(), "a hundred take too long");
            } else {
                double together = cancel(queue, contender, HUNDRED);
                context.results().record(rateInHundreds, contender.name(), together);
            }
        }
    }

    private double cancel(OpenQueue queue, Contender contender, int size) throws Exception {
        List<Item> order = new ArrayList<>(chosen.getOrDefault(contender.name(), List.of()));
        Collections.shuffle(order, random);
        ConcurrentLinkedQueue<List<Item>> cancelled = new ConcurrentLinkedQueue<>();
        List<Runnable> actions = new ArrayList<>();
        for (int from = 0; from < order.size(); from += size) {
            List<Item> some = order.subList(from, Math.min(order.size(), from + size));
            Runnable cancelling = queue.cancelling(some);
            actions.add(() -> {
                cancelling.run();
                cancelled.add(some);
            });
        }
        try {
            double calls = Clients.rate(Clients.deal(actions, THREADS), atMost);
            int gone = cancelled.stream().mapToInt(List::size).sum();
            long left = queue.remaining(TOPIC);
            if (left != pending - gone) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "%,d tasks cancelled, %,d left of %,d", gone, left, pending));
            }
            return calls * gone / Math.max(1, cancelled.size());
        } finally {
            // The next round begins with as many.
            Adding.all(queue, cancelled.stream().flatMap(List::stream).toList());
        }
    }
}
