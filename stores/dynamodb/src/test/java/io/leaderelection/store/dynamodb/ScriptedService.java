/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Gives the answers of services that the servers of the tests never give.
 */
final class ScriptedService implements SdkHttpClient {

	private final Function<Request, Answer> script;

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	ScriptedService(Function<Request, Answer> script) {
		this.script = script;
	}

	/** Returns a builder of clients that are answered by this service. */
	DynamoDbClientBuilder clients() {
		return DynamoDbClient.builder()
			.httpClient(this)
			.region(Region.EU_CENTRAL_1)
			.endpointOverride(URI.create("http://dynamodb.test:1234"))
			.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "canary")));
	}

	/** Returns the answer to a request that another service has received. */
	Answer answer(Request request) {
		return this.script.apply(request);
	}

	/** Returns all requests. */
	List<Request> requests() {
		return this.requests;
	}

	/** Returns the operations of all requests. */
	List<String> operations() {
		return this.requests.stream().map(Request::operation).toList();
	}

	@Override
	public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
		String target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
		Request sent = new Request(target.substring(target.indexOf('.') + 1), body(request));
		this.requests.add(sent);
		return new ExecutableHttpRequest() {

			@Override
			public HttpExecuteResponse call() {
				Answer answer = ScriptedService.this.script.apply(sent);
				byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
				return HttpExecuteResponse.builder()
					.response(SdkHttpResponse.builder()
						.statusCode(answer.status())
						.putHeader("Content-Type", "application/x-amz-json-1.0")
						.putHeader("Content-Length", Integer.toString(body.length))
						.build())
					.responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
					.build();
			}

			@Override
			public void abort() {
			}

		};
	}

	private static String body(HttpExecuteRequest request) {
		try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
			return new String(body.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
	}

	/**
	 * A request.
	 */
	record Request(String operation, String body) {

		boolean is(String operation) {
			return this.operation.equals(operation);
		}

	}

	/**
	 * An answer.
	 */
	record Answer(int status, String body) {

		static Answer ok(String body) {
			return new Answer(200, body);
		}

		static Answer refused(int status, String code) {
			return refused(status, code, "");
		}

		/** A refusal with an item, as JSON. */
		static Answer refused(int status, String code, String item) {
			String returned = item.isEmpty() ? "" : ",\"Item\":" + item;
			return new Answer(status, code.isEmpty() ? "" : "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code
					+ "\",\"message\":\"canary\"" + returned + "}");
		}

	}

}
