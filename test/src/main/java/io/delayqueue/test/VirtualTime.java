package io.delayqueue.test;

import io.delayqueue.test.Deliveries.Recorded;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time of a kit's queues: moves it from one event to the next, and has done what is to be done there. */
final class VirtualTime {

    /** How often events may be past that nothing comes of. */
    private static final int MAX_IDLE_ROUNDS = 10_000;

    /** How many callbacks may run, each within another. */
    private static final int MAX_NESTED_CALLS = 100;

    private final Instant start;

    private final VirtualClock clock;

    private final List<TestQueue> queues = new CopyOnWriteArrayList<>();

    private final ReentrantLock turn = new ReentrantLock();

    /** The callbacks that run, the innermost first. */
    private final Deque<Running> calls = new ArrayDeque<>();

    private @Nullable VirtualMachineError broken;

    private int called;

    private final EndlessLoops loops = new EndlessLoops(queues);

    private volatile boolean closed;

    /** A callback that runs, and until when it spends time now. */
    private static final class Running {

        private final Recorded call;

        private @Nullable Instant until;

        Running(Recorded call) {
            this.call = call;
        }
    }

    /** Body of a callback. */
    interface Body {
        void run() throws Exception;
    }

    VirtualTime(Instant start) {
        this.start = VirtualClock.requireStart(start);
        this.clock = new VirtualClock(this.start);
    }

    static Duration requireLength(Duration duration) {
        if (Objects.requireNonNull(duration, "duration must not be null").isNegative()) {
            throw new IllegalArgumentException("duration must not be negative, but is " + duration);
        }
        return duration;
    }

    Clock clock() {
        return clock;
    }

    EndlessLoops loops() {
        return loops;
    }

    List<TestQueue> queues() {
        return queues;
    }

    void add(TestQueue queue) {
        queues.add(queue);
    }

    /** Does what is due now; returns how many callbacks were called. */
    int runDue() {
        return advanceTo(clock::instant, "runDue");
    }

    /** Moves the time, and does what is due until then; returns how many callbacks were called. */
    int advance(Duration duration) {
        return advanceTo(() -> clock.in(requireLength(duration)), "advance");
    }

    /** Moves the time, and does what is due until then; returns how many callbacks were called. */
    int advanceTo(Instant instant) {
        return advanceTo(() -> VirtualClock.requireBeforeEnd(instant), "advanceTo");
    }

    private int advanceTo(Supplier<Instant> to, String caller) {
        return alone(caller, () -> {
            Instant target = to.get();
            if (target.isBefore(clock.instant())) {
                throw new IllegalArgumentException(
                        "Time does not go back: it is " + clock.instant() + ", which is after " + target);
            }
            queues.forEach(TestQueue::start);
            int before = called;
            loops.begin(target);
            try {
                moveTo(target, null);
            } catch (InterruptedException e) {
                throw new IllegalStateException("Only callbacks are interrupted", e);
            } finally {
                queues.forEach(queue -> queue.driver().logEvents());
            }
            return called - before;
        });
    }

    /** Lets a callback take its time, in which others run. */
    void spend(Duration duration) throws InterruptedException {
        requireLength(duration);
        Running running = turn.isHeldByCurrentThread() ? calls.peek() : null;
        if (running == null) {
            throw new IllegalStateException(
                    "spend is for callbacks, on the thread that called them; elsewhere time moves by advance");
        }
        if (calls.size() > MAX_NESTED_CALLS) {
            throw new IllegalStateException(
                    MAX_NESTED_CALLS + " callbacks spend time already, each within another, on one thread."
                            + " A smaller concurrency of their topics, or less time, keeps them fewer");
        }
        spend(running, clock.in(duration));
    }

    private void spend(Running running, Instant until) throws InterruptedException {
        Instant before = running.until;
        running.until = until;
        try {
            moveTo(until, running.call);
        } finally {
            running.until = before;
            if (clock.instant().isAfter(until)) {
                running.call.paused(Duration.between(until, clock.instant()));
            }
        }
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("This kit is closed");
        }
    }

    void close() {
        closed = true;
        queues.forEach(TestQueue::close);
    }

    /** Does something while no step is made. */
    private <T> T alone(String caller, Supplier<T> step) {
        if (turn.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    caller + " must not be called by a callback, or what it calls: a callback lets time pass by spend");
        }
        requireOpen();
        turn.lock();
        try {
            return step.get();
        } finally {
            turn.unlock();
        }
    }

    private void moveTo(Instant target, @Nullable Recorded spender) throws InterruptedException {
        if (broken != null) {
            throw new IllegalStateException(
                    "A step ended halfway, so the queues are not what they should be until clear() is called", broken);
        }
        try {
            move(target, spender);
        } catch (VirtualMachineError e) {
            broken = e;
            throw e;
        }
    }

    /** Fails if a step ended halfway, so that this is not taken for a failure of a callback. */
    void requireSound() {
        if (broken != null) {
            throw broken;
        }
    }

    private void move(Instant target, @Nullable Recorded spender) throws InterruptedException {
        int idle = 0;
        while (true) {
            boolean delivered = deliverAll(target, spender);
            if (spender != null && clock.instant().isAfter(target)) {
                return;
            }
            Instant next = next();
            if (next != null && !next.isAfter(clock.instant())) {
                // Tasks are added meanwhile.
                idle = delivered ? 0 : idle + 1;
                if (idle > MAX_IDLE_ROUNDS) {
                    throw new IllegalStateException("Something was due at " + next + " and does not come to pass");
                }
            } else if (next == null || next.isAfter(target)) {
                if (!clock.instant().isBefore(target)) {
                    return;
                }
                moveTowards(target);
            } else {
                moveTowards(next);
            }
        }
    }

    private void moveTowards(Instant instant) {
        clock.moveTowards(instant);
        loops.moved();
    }

    private @Nullable Instant next() {
        return queues.stream()
                .map(queue -> queue.driver().next())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Delivers what is due now; returns whether there was anything. */
    private boolean deliverAll(Instant target, @Nullable Recorded spender) throws InterruptedException {
        queues.forEach(queue -> queue.driver().maintain());
        boolean any = false;
        boolean more = true;
        while (more) {
            more = false;
            for (TestQueue queue : queues) {
                if (spender != null && spender.interrupted()) {
                    throw new InterruptedException(
                            "The time to run is over, the instance has crashed, or the engine stops");
                }
                if (queue.driver().deliver()) {
                    more = true;
                    loops.called(queue, clock.instant());
                    if (spender != null && clock.instant().isAfter(target)) {
                        return true;
                    }
                }
            }
            any |= more;
        }
        return any;
    }

    /** A callback begins. */
    void calling() {
        called++;
    }

    /** Calls a callback, or makes the end of an asynchronous one; both may {@link #spend} meanwhile. */
    void during(Recorded call, Body body) throws Exception {
        calls.push(new Running(call));
        try {
            body.run();
        } finally {
            calls.pop();
        }
    }

    boolean isInnermost(Recorded call) {
        Running innermost = calls.peek();
        return innermost != null && innermost.call == call;
    }

    /** Whether the time that a callback spends is over, but those that began meanwhile still run. */
    boolean isPaused(Recorded call) {
        Instant now = clock.instant();
        return calls.stream().anyMatch(each -> each.call == call && each.until != null && now.isAfter(each.until));
    }

    /** The process dies, and another one takes its place. */
    void crash() {
        requireOpen();
        turn.lock();
        try {
            queues.stream().map(TestQueue::driver).forEach(ManualDriver::crash);
        } finally {
            turn.unlock();
        }
    }

    void clear() {
        alone("clear", () -> {
            clock.set(start);
            loops.moved();
            broken = null;
            queues.forEach(TestQueue::clear);
            return true;
        });
    }
}
