/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;

/**
 * Lets the next request of a client meet an {@code OutOfMemoryError} while its body is
 * sent, so that the HTTP client shuts down its connections.
 */
final class ExhaustedMemory implements ExecutionInterceptor {

	private volatile boolean isDue;

	void exhaust() {
		this.isDue = true;
	}

	@Override
	public Optional<RequestBody> modifyHttpContent(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
		return context.requestBody().map((body) -> {
			ContentStreamProvider content = body.contentStreamProvider();
			return RequestBody.fromContentProvider(() -> new Content(content.newStream()),
					body.optionalContentLength().orElseThrow(), body.contentType());
		});
	}

	private final class Content extends FilterInputStream {

		Content(InputStream in) {
			super(in);
		}

		/** Signatures read the content, too, before there is a connection. */
		private void check() {
			boolean sends = StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().endsWith(".MainClientExec")));
			if (ExhaustedMemory.this.isDue && sends) {
				ExhaustedMemory.this.isDue = false;
				throw new OutOfMemoryError("from the test");
			}
		}

		@Override
		public int read() throws IOException {
			check();
			return super.read();
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			check();
			return super.read(bytes, offset, length);
		}

	}

}
