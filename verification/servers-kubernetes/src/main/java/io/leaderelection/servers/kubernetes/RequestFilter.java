/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.util.function.Function;

import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;

/**
 * Stands before the server and may refuse requests, or do something when one has been
 * applied. Called on the server's only thread, which it must not make wait for the
 * server.
 */
@FunctionalInterface
public interface RequestFilter {

	/**
	 * Answers a request.
	 * @param request the request
	 * @param server applies the request and gives the answer
	 * @return what the client is to be answered
	 */
	MockResponse filter(RecordedRequest request, Function<RecordedRequest, MockResponse> server);

}
