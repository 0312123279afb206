/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.nio.file.Path;

/**
 * What an instance is told.
 *
 * @param folder of the run
 * @param process the name of this process, such as {@code i1.2}
 * @param spread over how many further elections the instances spread evenly; 0 for none
 */
record ProbeSettings(Path folder, String process, int spread) {

	/** The election that the sample is about. */
	static final String ELECTION = "invoices";

}
