/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style sheet, which each page contains, and the policy that makes a browser apply it
 * and load or run nothing else.
 */
final class PageStyle {

	/** The class path location of the style sheet. */
	static final String RESOURCE = "io/leaderelection/actuate/leader-page.css";

	/** The style sheet. */
	static final String SHEET = read();

	/** The value of the Content-Security-Policy header. */
	static final String POLICY = "default-src 'none'; style-src 'sha256-" + digest(SHEET)
			+ "'; img-src data:; base-uri 'none'; form-action 'none'";

	private PageStyle() {
	}

	private static String read() {
		try (InputStream sheet = PageStyle.class.getClassLoader().getResourceAsStream(RESOURCE)) {
			if (sheet == null) {
				throw new IllegalStateException("The style sheet " + RESOURCE + " is not on the class path");
			}
			// A browser hashes the line ends as they are in the page
			return new String(sheet.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String digest(String text) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return Base64.getEncoder().encodeToString(hash);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
