/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobErrorCode;
import io.leaderelection.servers.AzuriteServer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Gives the answers of the real service that Azurite never gives.
 */
final class ScriptedService implements HttpClient {

	private final Function<HttpRequest, Answer> script;

	private final List<String> calls = new CopyOnWriteArrayList<>();

	ScriptedService(Function<HttpRequest, Answer> script) {
		this.script = script;
	}

	/** Returns a builder of clients that are answered by this service. */
	BlobServiceClientBuilder clients() {
		return new BlobServiceClientBuilder().connectionString(AzuriteServer.connectionString(1)).httpClient(this);
	}

	/** Returns the methods of all requests. */
	List<String> calls() {
		return this.calls;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		this.calls.add(request.getHttpMethod().name());
		return Mono.just(new Response(request, this.script.apply(request)));
	}

	/**
	 * An answer.
	 *
	 * @param code the error code, or {@code null} if there is none
	 */
	record Answer(int status, BlobErrorCode code, String body) {

		static Answer refused(int status, BlobErrorCode code) {
			return new Answer(status, code, "");
		}

	}

	private static final class Response extends HttpResponse {

		private final int status;

		private final byte[] body;

		private final HttpHeaders headers = new HttpHeaders();

		Response(HttpRequest request, Answer answer) {
			super(request);
			this.status = answer.status();
			this.body = answer.body().getBytes(StandardCharsets.UTF_8);
			this.headers.set(HttpHeaderName.DATE, "Thu, 01 Jan 2026 00:00:00 GMT")
				.set(HttpHeaderName.LAST_MODIFIED, "Thu, 01 Jan 2026 00:00:00 GMT")
				.set(HttpHeaderName.ETAG, "\"1\"")
				.set(HttpHeaderName.CONTENT_LENGTH, Integer.toString(this.body.length));
			if (answer.code() != null) {
				this.headers.set(HttpHeaderName.fromString("x-ms-error-code"), answer.code().toString());
			}
		}

		@Override
		public int getStatusCode() {
			return this.status;
		}

		@Override
		@Deprecated
		public String getHeaderValue(String name) {
			return this.headers.getValue(HttpHeaderName.fromString(name));
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public Flux<ByteBuffer> getBody() {
			return Flux.just(ByteBuffer.wrap(this.body));
		}

		@Override
		public Mono<byte[]> getBodyAsByteArray() {
			return Mono.just(this.body);
		}

		@Override
		public Mono<String> getBodyAsString() {
			return getBodyAsString(StandardCharsets.UTF_8);
		}

		@Override
		public Mono<String> getBodyAsString(Charset charset) {
			return Mono.just(new String(this.body, charset));
		}

	}

}
