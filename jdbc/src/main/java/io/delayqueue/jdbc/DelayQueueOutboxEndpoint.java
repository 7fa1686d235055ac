package io.delayqueue.jdbc;

import io.delayqueue.autoconfigure.endpoint.ChangeLog;
import io.delayqueue.log.AuditLine;
import io.delayqueue.transaction.OutboxOperations.Depth;
import io.delayqueue.transaction.OutboxOperations.Page;
import io.delayqueue.transaction.OutboxOperations.Refused;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Shows the outboxes, with refused changes but no payloads, and decides about refused changes. Decisions need the access
 * {@code unrestricted}, which is not the default, and are audited.
 */
@WebEndpoint(id = "delayqueueoutbox", defaultAccess = Access.READ_ONLY)
record DelayQueueOutboxEndpoint(JdbcQueues queues) {

    /** Number of refused changes of an outbox that are shown. */
    private static final int MAX_SHOWN = 100;

    /** All outboxes of the application. */
    record Outboxes(List<Description> outboxes) implements OperationResponseBody {}

    /** One outbox with its first refused changes, a hundred at most. */
    record Description(String queue, String dataSource, Depth depth, List<Refused> refused) {}

    /** The reason for which a request was not answered. */
    record Problem(String error) implements OperationResponseBody {}

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> outboxes() {
        try {
            return new WebEndpointResponse<>(new Outboxes(queues.outboxes().stream()
                    .map(outbox -> new Description(
                            outbox.queue(),
                            outbox.table().dataSource(),
                            outbox.table().depth(),
                            refused(outbox.table())))
                    .toList()));
        } catch (DataAccessException | TransactionException e) {
            return problem(e, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static List<Refused> refused(OutboxTable table) {
        List<Refused> found = new ArrayList<>();
        Long cursor = 0L;
        while (cursor != null && found.size() < MAX_SHOWN) {
            Page page = table.refused(cursor, MAX_SHOWN - found.size());
            found.addAll(page.changes());
            cursor = page.cursor();
        }
        return found;
    }

    /**
     * Decides about a refused change, and logs the decision with its user, even if it fails.
     *
     * @param name the name of the change, which no other has
     * @param action {@code retry} or {@code discard}
     */
    @WriteOperation
    WebEndpointResponse<OperationResponseBody> change(@Selector String name, String action, SecurityContext caller) {
        String queue = null;
        WebEndpointResponse<OperationResponseBody> response =
                new WebEndpointResponse<>(WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR);
        try {
            queue = decide(name, action);
            response = new WebEndpointResponse<>(
                    queue == null ? WebEndpointResponse.STATUS_NOT_FOUND : WebEndpointResponse.STATUS_NO_CONTENT);
        } catch (IllegalArgumentException e) {
            response = problem(e, WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (DataAccessException | TransactionException e) {
            response = problem(e, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        } finally {
            Principal user = caller.getPrincipal();
            ChangeLog.answered(
                    new AuditLine(response.getStatus())
                            .with("action", action)
                            .with("queue", queue)
                            .with("change", name),
                    user == null ? null : user.getName());
        }
        return response;
    }

    /** Decides about a change; returns its queue, null if no refused change has the name. */
    private @Nullable String decide(String name, String action) {
        Predicate<OutboxTable> decision =
                switch (action) {
                    case "retry" -> table -> table.retry(List.of(name)) == 1;
                    case "discard" -> table -> table.discard(List.of(name)) == 1;
                    default -> throw new IllegalArgumentException("action must be retry or discard, but is " + action);
                };
        return queues.outboxes().stream()
                .filter(outbox -> decision.test(outbox.table()))
                .findFirst()
                .map(Outbox::queue)
                .orElse(null);
    }

    private static WebEndpointResponse<OperationResponseBody> problem(RuntimeException e, int status) {
        return new WebEndpointResponse<>(new Problem(String.valueOf(e.getMessage())), status);
    }
}
