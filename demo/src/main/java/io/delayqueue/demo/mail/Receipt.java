package io.delayqueue.demo.mail;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;

/**
 * Payload: a paid order.
 *
 * @param order the order's number
 * @param item the ordered item
 */
record Receipt(@Positive long order, @NotBlank String item) {}
