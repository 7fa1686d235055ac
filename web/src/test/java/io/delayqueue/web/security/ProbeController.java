package io.delayqueue.web.security;

import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Stands where the API is, and says that it was reached. */
@RestController
@RequestMapping("${delayqueue.web.path:/delayqueue}/api/v1")
class ProbeController {

    static final Map<String, Object> REACHED = Map.of("reached", true);

    @GetMapping("/groups")
    Map<String, Object> look() {
        return REACHED;
    }

    /** Answers from another thread, as a long poll does. */
    @GetMapping("/waiting")
    Callable<Map<String, Object>> wait(HttpServletRequest request) {
        return () -> REACHED;
    }

    @PostMapping("/groups/{group}/topics/{topic}/{action}")
    Callable<Map<String, Object>> change(HttpServletRequest request, @PathVariable String action) {
        AuditNote.tasks(request, 3);
        return () -> REACHED;
    }

    @DeleteMapping("/groups/{group}/tasks/{id}")
    Map<String, Object> cancel(@PathVariable String id) {
        throw id.equals("absent")
                ? new ResponseStatusException(HttpStatus.NOT_FOUND)
                : new IllegalStateException("the store is gone");
    }

    @PostMapping("/tasks")
    Map<String, Object> add(HttpServletRequest request) {
        AuditNote.id(request, "order-1");
        return REACHED;
    }

    @PostMapping("/leases/finish")
    Map<String, Object> finish() {
        return REACHED;
    }
}
