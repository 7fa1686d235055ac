package com.example.webhooks;

/** The payload of the task. */
record Webhook(String url, String body) {}
