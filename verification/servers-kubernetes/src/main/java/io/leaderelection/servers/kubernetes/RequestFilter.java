/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.util.function.Function;

import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;

/**
 * Filters requests in front of the server: it may refuse them, or act after they were
 * applied. Called on the server's only thread, so it must not wait for the server.
 */
@FunctionalInterface
public interface RequestFilter {

	/**
	 * Answers a request.
	 * @param request the request
	 * @param server applies the request and returns the answer
	 * @return the answer for the client
	 */
	MockResponse filter(RecordedRequest request, Function<RecordedRequest, MockResponse> server);

}
