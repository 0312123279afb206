/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Gives the answers of services that the server of the tests never gives.
 */
final class ScriptedService implements SdkHttpClient {

	private final Function<SdkHttpRequest, Answer> script;

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private volatile boolean aborted;

	ScriptedService(Function<SdkHttpRequest, Answer> script) {
		this.script = script;
	}

	/** Returns a builder of clients that are answered by this service. */
	S3ClientBuilder clients() {
		return S3Client.builder()
			.httpClient(this)
			.region(Region.EU_CENTRAL_1)
			.forcePathStyle(true)
			.endpointOverride(URI.create("http://s3.test:1234"))
			.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "canary")));
	}

	/** Returns the methods and conditions of all requests. */
	List<String> requests() {
		return this.requests;
	}

	/** Returns whether a body was not read to its end. */
	boolean isAborted() {
		return this.aborted;
	}

	static String condition(SdkHttpRequest request) {
		return request.firstMatchingHeader("If-Match").orElse(request.firstMatchingHeader("If-None-Match").orElse(""));
	}

	@Override
	public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
		SdkHttpRequest http = request.httpRequest();
		this.requests.add((http.method() + " " + condition(http)).strip());
		return new ExecutableHttpRequest() {

			@Override
			public HttpExecuteResponse call() {
				Answer answer = ScriptedService.this.script.apply(http);
				SdkHttpResponse.Builder response = SdkHttpResponse.builder().statusCode(answer.status());
				answer.headers().forEach(response::putHeader);
				byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
				return HttpExecuteResponse.builder()
					.response(response.putHeader("Content-Length", Integer.toString(body.length)).build())
					.responseBody(AbortableInputStream.create(new ByteArrayInputStream(body),
							() -> ScriptedService.this.aborted = true))
					.build();
			}

			@Override
			public void abort() {
				ScriptedService.this.aborted = true;
			}

		};
	}

	@Override
	public void close() {
	}

	/**
	 * An answer.
	 */
	record Answer(int status, Map<String, String> headers, String body) {

		/** An answer to a write. */
		static Answer written(String eTag) {
			return new Answer(200, Map.of("ETag", eTag), "");
		}

		static Answer read(String body) {
			return new Answer(200, Map.of("ETag", "\"e\""), body);
		}

		static Answer refused(int status, String code) {
			return new Answer(status, Map.of(), code.isEmpty() ? ""
					: "<Error><Code>" + code + "</Code><Message>canary</Message><RequestId>1</RequestId></Error>");
		}

		Answer with(String header, String value) {
			return new Answer(this.status, Map.of(header, value), this.body);
		}

	}

}
