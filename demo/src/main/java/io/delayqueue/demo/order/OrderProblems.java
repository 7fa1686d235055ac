package io.delayqueue.demo.order;

import io.delayqueue.TaskStoreException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps failures to responses. */
@RestControllerAdvice(assignableTypes = OrderController.class)
class OrderProblems {

    @ExceptionHandler
    ProblemDetail wrong(IllegalArgumentException problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, problem.getMessage());
    }

    @ExceptionHandler
    ProblemDetail unknown(UnknownOrderException problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, problem.getMessage());
    }

    @ExceptionHandler
    ProblemDetail tooLate(OrderCancelledException problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, problem.getMessage());
    }

    @ExceptionHandler({TaskStoreException.class, DataAccessException.class})
    ProblemDetail unavailable() {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "Redis does not answer. Please try again");
    }
}
