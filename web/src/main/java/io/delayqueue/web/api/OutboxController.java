package io.delayqueue.web.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.OutboxOperations;
import io.delayqueue.transaction.OutboxOperations.Depth;
import io.delayqueue.transaction.OutboxOperations.Page;
import io.delayqueue.transaction.OutboxOperations.Refused;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import io.delayqueue.web.api.mvc.SharedAnswers;
import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows the outboxes of a queue, and decides about their refused changes. Viewers share an answer for a while. */
final class OutboxController implements ApiController {

    private static final String OUTBOX = "/outbox/{outbox}";

    private static final Duration SHARED = Duration.ofSeconds(5);

    private final ChangeJournals journals;

    /** Answers of their own, because changes of tasks over the API are no reason to count again. */
    private final SharedAnswers answers = new SharedAnswers();

    OutboxController(ChangeJournals journals) {
        this.journals = journals;
    }

    record Outboxes(List<Outbox> outboxes) {}

    record Outbox(String dataSource, long waiting, long oldestMillis, long refused) {

        static Outbox of(OutboxOperations outbox) {
            Depth depth = outbox.depth();
            return new Outbox(outbox.dataSource(), depth.rows(), depth.oldest().toMillis(), depth.refused());
        }
    }

    record RefusedChanges(@JsonUnwrapped Page page) {}

    /**
     * Decision.
     *
     * @param names the changes; those of a page if missing
     * @param from the cursor of the page
     */
    record Decision(@Nullable List<String> names, @Nullable Long from) {}

    record Decided(int changes, @Nullable Long next) {}

    @GetMapping("/outbox")
    Outboxes outboxes(DelayQueueEngine queue) {
        return answers.get(
                List.of("outbox", queue),
                SHARED,
                () -> ask(() -> new Outboxes(
                        journals.outboxes(queue.name()).stream().map(Outbox::of).toList())));
    }

    /** Asks a database, whose failures are the ones of Spring. */
    private static <T> T ask(Supplier<T> call) {
        try {
            return call.get();
        } catch (NestedRuntimeException e) {
            String reason = String.valueOf(e.getMostSpecificCause().getMessage());
            throw new ProblemException(ProblemType.NO_DATABASE, reason);
        }
    }

    @GetMapping(OUTBOX + "/refused")
    RefusedChanges refused(
            DelayQueueEngine queue,
            @PathVariable String outbox,
            @RequestParam(defaultValue = "0") long cursor,
            @RequestParam(defaultValue = "50") int limit) {
        if (limit < 1 || limit > OutboxOperations.MAX_PAGE) {
            throw ProblemException.invalid("limit", "must be from 1 to " + OutboxOperations.MAX_PAGE);
        }
        OutboxOperations found = find(queue, outbox);
        return answers.get(
                List.of("refused", queue, outbox, cursor, limit),
                SHARED,
                () -> new RefusedChanges(ask(() -> found.refused(cursor, limit))));
    }

    private OutboxOperations find(DelayQueueEngine queue, String dataSource) {
        return journals.outboxes(queue.name()).stream()
                .filter(outbox -> outbox.dataSource().equals(dataSource))
                .findFirst()
                .orElseThrow(() -> ProblemException.notFound(
                        "The queue " + queue.name() + " has no outbox in a data source '" + dataSource + "'"));
    }

    @PostMapping(OUTBOX + "/retry")
    Decided retry(
            DelayQueueEngine queue,
            @PathVariable String outbox,
            @RequestBody(required = false) @Nullable Decision body,
            HttpServletRequest request) {
        return decide(find(queue, outbox), body, OutboxOperations::retry, request);
    }

    @PostMapping(OUTBOX + "/discard")
    Decided discard(
            DelayQueueEngine queue,
            @PathVariable String outbox,
            @RequestBody(required = false) @Nullable Decision body,
            HttpServletRequest request) {
        return decide(find(queue, outbox), body, OutboxOperations::discard, request);
    }

    private Decided decide(
            OutboxOperations outbox,
            @Nullable Decision body,
            ToIntBiFunction<OutboxOperations, List<String>> decision,
            HttpServletRequest request) {
        List<String> asked = body == null ? null : body.names();
        Long from = body == null ? null : body.from();
        if (asked != null
                && (from != null
                        || asked.isEmpty()
                        || asked.size() > OutboxOperations.MAX_PAGE
                        || asked.contains(null))) {
            throw ProblemException.invalid(
                    "names", "must be 1 to " + OutboxOperations.MAX_PAGE + " names, and the only field");
        }
        try {
            return ask(() -> {
                Page page = asked == null ? outbox.refused(from == null ? 0 : from, OutboxOperations.MAX_PAGE) : null;
                List<String> names = page == null
                        ? asked
                        : page.changes().stream().map(Refused::name).toList();
                int changes = decision.applyAsInt(outbox, names);
                AuditNote.tasks(request, changes);
                return new Decided(changes, page == null ? null : page.cursor());
            });
        } finally {
            answers.clear();
        }
    }
}
