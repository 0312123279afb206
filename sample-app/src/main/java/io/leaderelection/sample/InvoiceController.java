/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.net.http.HttpClient;
import java.time.Duration;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Writes an invoice on request, whichever instance is asked: one that does not lead
 * forwards the request to the leader.
 */
@RestController
class InvoiceController {

	/** Set on a request that was forwarded, so that it is not forwarded again. */
	static final String FORWARDED = "X-Forwarded-To-Leader";

	private static final Duration TIMEOUT = Duration.ofSeconds(3);

	private final InvoiceJob job;

	private final LeaderElections elections;

	private final RestClient client;

	InvoiceController(InvoiceJob job, LeaderElections elections) {
		this.job = job;
		this.elections = elections;
		JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
				HttpClient.newBuilder().connectTimeout(TIMEOUT).build());
		requests.setReadTimeout(TIMEOUT);
		this.client = RestClient.builder().requestFactory(requests).build();
	}

	@PostMapping("/api/invoices")
	ResponseEntity<?> write(@RequestHeader(name = FORWARDED, required = false) @Nullable String forwardedBy) {
		try {
			return ResponseEntity.ok(this.job.writeInvoice());
		}
		catch (NotLeaderException ex) {
			return (forwardedBy == null) ? forward() : tryLater();
		}
	}

	private ResponseEntity<?> forward() {
		String url = this.elections.get(InvoiceJob.ELECTION)
			.leader()
			.map(Leader::metadata)
			.map((metadata) -> metadata.get(InstanceAddress.URL))
			.orElse(null);
		if (url == null) {
			return tryLater();
		}
		try {
			String answer = this.client.post()
				.uri(url + "/api/invoices")
				.header(FORWARDED, this.elections.instance())
				.retrieve()
				.body(String.class);
			return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(answer);
		}
		catch (RestClientException | IllegalArgumentException ex) {
			// The leader has gone or leads no more: nobody knows better than to try again
			return tryLater();
		}
	}

	private static ResponseEntity<?> tryLater() {
		return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).header(HttpHeaders.RETRY_AFTER, "1").build();
	}

}
