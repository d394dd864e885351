//! Makes the stubs of protos/, with a compiler of protos that is a crate.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = protox::compile(["referee/v1/play.proto"], ["protos"])?;
    tonic_prost_build::configure()
        .build_server(false)
        .compile_fds(files)?;
    println!("cargo:rerun-if-changed=protos");
    Ok(())
}
