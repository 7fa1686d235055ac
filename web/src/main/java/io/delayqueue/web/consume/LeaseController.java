package io.delayqueue.web.consume;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Acknowledges and releases reserved tasks by receipt, and renews their leases, independent of the instance that reserved them.
 */
final class LeaseController implements ApiController {

    private static final String NO_REASON = "No reason was given";

    /** Receipt of the attempt. */
    record ReceiptRequest(@Nullable String receipt) {}

    /** Receipts of attempts. */
    record ReceiptsRequest(@Nullable List<@Nullable String> receipts) {}

    /**
     * Answer about many receipts.
     *
     * @param results for each receipt, in the order of the request, whether its task is finished or the lease is stale
     */
    record FinishedResponse(List<Result> results) {}

    /** What has become of one of many receipts. */
    enum Result {
        FINISHED,
        STALE
    }

    /**
     * Attempt that is retried, or a task that is given back.
     *
     * @param delay the delay of the next attempt
     * @param reason why; kept as the task's last error
     */
    record AgainRequest(
            @Nullable String receipt,
            @Nullable Duration delay,
            @Nullable String reason) {}

    /**
     * Attempt that fails the task for good.
     *
     * @param reason why; kept as the task's last error
     */
    record BuryRequest(@Nullable String receipt, @Nullable String reason) {}

    /**
     * Renewed lease.
     *
     * @param leaseMillis the duration of the lease from now on, not including the transfer of this response
     */
    record TouchResponse(long leaseMillis) {}

    @PostMapping("/leases/finish")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void finish(@RequestBody ReceiptRequest body, DelayQueueEngine engine) {
        lease(engine, body.receipt()).finish();
    }

    @PostMapping("/leases/finish-all")
    FinishedResponse finishAll(@RequestBody ReceiptsRequest body, DelayQueueEngine engine) {
        List<@Nullable String> receipts = given("receipts", body.receipts());
        if (receipts.size() > PullOptions.MAX_LIMIT) {
            throw ProblemException.invalid("receipts", "must be at most " + PullOptions.MAX_LIMIT);
        }
        Map<String, TaskLease> leases = new LinkedHashMap<>();
        receipts.forEach(receipt -> leases.computeIfAbsent(given("receipts", receipt), engine.puller()::lease));
        Set<TaskLease> stale = new HashSet<>(engine.puller().finish(leases.values()));
        return new FinishedResponse(receipts.stream()
                .map(receipt -> stale.contains(leases.get(receipt)) ? Result.STALE : Result.FINISHED)
                .toList());
    }

    @PostMapping("/leases/retry")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retry(@RequestBody AgainRequest body, DelayQueueEngine engine) {
        TaskLease lease = lease(engine, body.receipt());
        lease.retry(given("delay", body.delay()), reason(body.reason()));
    }

    @PostMapping("/leases/release")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void release(@RequestBody AgainRequest body, DelayQueueEngine engine) {
        TaskLease lease = lease(engine, body.receipt());
        if (body.delay() != null) {
            lease.later(body.delay(), reason(body.reason()));
        } else if (body.reason() != null) {
            throw ProblemException.invalid("reason", "needs a delay: without one it is not kept");
        } else {
            lease.release();
        }
    }

    @PostMapping("/leases/bury")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void bury(@RequestBody BuryRequest body, DelayQueueEngine engine) {
        lease(engine, body.receipt()).bury(given("reason", body.reason()));
    }

    @PostMapping("/leases/touch")
    TouchResponse touch(@RequestBody ReceiptRequest body, DelayQueueEngine engine) {
        TaskLease lease = lease(engine, body.receipt());
        long began = System.nanoTime();
        lease.touch();
        Duration left = lease.ttr().minusNanos(System.nanoTime() - began);
        return new TouchResponse(Math.max(0, left.toMillis()));
    }

    private static TaskLease lease(DelayQueueEngine engine, @Nullable String receipt) {
        return engine.puller().lease(given("receipt", receipt));
    }

    private static <T> T given(String field, @Nullable T value) {
        if (value == null) {
            throw ProblemException.invalid(field, "must be given");
        }
        return value;
    }

    private static String reason(@Nullable String reason) {
        return reason == null ? NO_REASON : reason;
    }
}
