//! The manual page: one for the whole program, with every command and what it takes.

use std::io::{Result, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;

pub(crate) fn write(to: &mut dyn Write) -> Result<()> {
    let mut all = Cli::command();
    all.build();
    let page = Man::new(all.clone());
    page.render_title(to)?;
    page.render_name_section(to)?;
    page.render_synopsis_section(to)?;
    page.render_description_section(to)?;
    page.render_options_section(to)?;
    commands(&all, to)?;
    page.render_extra_section(to)?;
    page.render_version_section(to)
}

/// The commands of this one, and those of each of them.
fn commands(of: &Command, to: &mut dyn Write) -> Result<()> {
    for command in of.get_subcommands().filter(|command| command.get_name() != "help") {
        let page = Man::new(command.clone());
        let mut parts = Vec::new();
        page.render_synopsis_section(&mut parts)?;
        page.render_description_section(&mut parts)?;
        page.render_options_section(&mut parts)?;
        writeln!(to, ".SH {}", command.get_bin_name().unwrap_or(command.get_name()))?;
        // Its sections are parts of the page's.
        for line in String::from_utf8_lossy(&parts).lines() {
            match line.strip_prefix(".SH ") {
                Some(title) => writeln!(to, ".SS {title}")?,
                None => writeln!(to, "{line}")?,
            }
        }
        commands(command, to)?;
    }
    Ok(())
}
