/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.nio.file.Path;

/**
 * The settings that the harness passes to an instance.
 *
 * @param folder the folder of the run
 * @param process the name of this process, such as {@code i1.2}
 * @param spread the number of additional spread elections; 0 for none
 */
record ProbeSettings(Path folder, String process, int spread) {

	/** The election of the sample. */
	static final String ELECTION = "invoices";

}
