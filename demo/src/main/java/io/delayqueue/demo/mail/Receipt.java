package io.delayqueue.demo.mail;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;

/**
 * Payload: what was paid for.
 *
 * @param order the order's number
 * @param item what was ordered
 */
record Receipt(@Positive long order, @NotBlank String item) {}
