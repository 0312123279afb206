/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The response to a request that was not sent, because no leader is known.
 */
final class UnavailableResponse implements ClientHttpResponse {

	private final HttpHeaders headers = new HttpHeaders();

	private final byte[] body;

	UnavailableResponse(String reason) {
		this.body = reason.getBytes(StandardCharsets.UTF_8);
		this.headers.set(HttpHeaders.RETRY_AFTER, LeaderRoute.RETRY_AFTER);
		this.headers.setContentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8));
		this.headers.setContentLength(this.body.length);
	}

	@Override
	public HttpStatus getStatusCode() {
		return HttpStatus.SERVICE_UNAVAILABLE;
	}

	@Override
	public String getStatusText() {
		return HttpStatus.SERVICE_UNAVAILABLE.getReasonPhrase();
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.headers;
	}

	@Override
	public InputStream getBody() {
		return new ByteArrayInputStream(this.body);
	}

	@Override
	public void close() {
	}

}
